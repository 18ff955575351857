import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
