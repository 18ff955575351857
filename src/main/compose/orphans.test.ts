import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { processStart } from '../outside/shell/process-identity.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { openTemporaryLedger, type TemporaryLedger } from '../testing/temporary-ledger.ts'
import { endOrphans } from './orphans.ts'

/** A real process that stands for a worker which outlived its app. */
async function startSurvivor() {
  const survivor = spawn('sleep', ['60'], { stdio: 'ignore' })
  onTestFinished(() => void survivor.kill('SIGKILL'))
  await once(survivor, 'spawn')
  const pid = survivor.pid ?? 0
  return { survivor, pid, startedAt: (await processStart(pid)) ?? '' }
}

const clear = ({ ledger }: TemporaryLedger): Promise<void> =>
  endOrphans({ ledger, clock: systemClock, logger: silentLogger })

const NODE = join(import.meta.dirname, '../../../node_modules/.bin/node')
const PARENT = join(import.meta.dirname, '../testing/doomed-parent.ts')
const WORKER = join(import.meta.dirname, '../crew/worker/entry.ts')

/** A real worker, and the process that started it as the app would. */
async function startWorker() {
  const parent = spawn(NODE, [PARENT, WORKER], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  const startedAt = (await processStart(pid)) ?? ''
  const isAlive = async (): Promise<boolean> => (await processStart(pid)) === startedAt
  const die = async (): Promise<void> => {
    const exited = once(parent, 'exit')
    parent.kill('SIGKILL')
    await exited
  }
  return { pid, startedAt, isAlive, die }
}

test('a worker ends itself when its app dies, however hard', async () => {
  const { isAlive, die } = await startWorker()
  expect(await isAlive()).toBe(true)

  await die()

  await expect.poll(isAlive, { timeout: 10_000 }).toBe(false)
})

test('a worker that stands still outlives its app, and is ended at the next start', async () => {
  const place = openTemporaryLedger()
  const { pid, startedAt, isAlive, die } = await startWorker()
  await place.ledger.boot.addProcess({ pid, startedAt, kind: 'worker', runId: null })
  process.kill(pid, 'SIGSTOP')

  await die()
  expect(await isAlive()).toBe(true)
  await clear(place.nextBoot())

  await expect.poll(isAlive, { timeout: 5_000 }).toBe(false)
})

test('a worker that outlived its app is ended at the next start', async () => {
  const place = openTemporaryLedger()
  const { survivor, pid, startedAt } = await startSurvivor()
  const exited = once(survivor, 'exit')
  await place.ledger.boot.addProcess({ pid, startedAt, kind: 'worker', runId: null })
  const next = place.nextBoot()

  await clear(next)

  expect(await exited).toEqual([null, 'SIGKILL'])
  expect(next.ledger.query.processes.ofEarlierBoots(next.ledger.bootId)).toEqual([])
})

test('a stranger that has the number of a worker by now is left alone', async () => {
  const place = openTemporaryLedger()
  const { survivor, pid } = await startSurvivor()
  await place.ledger.boot.addProcess({ pid, startedAt: 'another time', kind: 'worker', runId: null })

  await clear(place.nextBoot())

  expect(survivor.exitCode).toBeNull()
  expect(await processStart(pid)).not.toBeNull()
})

test('what left by itself is forgotten', async () => {
  const place = openTemporaryLedger()
  await place.ledger.boot.addProcess({ pid: 2 ** 22 + 1, startedAt: 'x', kind: 'worker', runId: null })
  const next = place.nextBoot()

  await clear(next)

  expect(next.ledger.query.processes.ofEarlierBoots(next.ledger.bootId)).toEqual([])
})

test('what this start has begun is not touched', async () => {
  const place = openTemporaryLedger()
  const { survivor, pid, startedAt } = await startSurvivor()
  await place.ledger.boot.addProcess({ pid, startedAt, kind: 'worker', runId: null })

  await clear(place)

  expect(survivor.exitCode).toBeNull()
  expect(await processStart(pid)).toBe(startedAt)
})
