import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RunId } from '../../shared/ids.ts'
import { Settings } from '../../shared/settings.ts'
import { processStart } from '../outside/shell/process-identity.ts'
import type { Child } from '../platform/child.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { createNodeLauncher } from '../platform/node-child.ts'
import { openTemporaryLedger } from '../testing/temporary-ledger.ts'
import { endOrphans } from './orphans.ts'
import { openWorkerPool } from './worker-pool.ts'

const NODE = join(import.meta.dirname, '../../../node_modules/.bin/node')
const WORKER = join(import.meta.dirname, '../crew/worker/entry.ts')

/** A pool of real workers: what the app starts, in plain Node. */
function setUp(delegation: Partial<Settings['delegation']> = {}) {
  const place = openTemporaryLedger()
  const { ledger, dataFolder } = place
  const started: Child[] = []
  const launch = createNodeLauncher({ entry: WORKER, node: NODE })
  const pool = openWorkerPool({
    ledger,
    clock: systemClock,
    logger: silentLogger,
    settings: () => Settings.parse({ delegation: { maxConcurrentRuns: 4, ...delegation } }),
    surroundings: { env: {}, cwd: dataFolder },
    launch(options) {
      const child = launch(options)
      started.push(child)
      return child
    },
  })
  onTestFinished(() => pool[Symbol.asyncDispose]())
  const next = place.nextBoot()
  /** What another start of the app would find. */
  const written = () => next.ledger.query.processes.ofEarlierBoots(next.ledger.bootId)
  return { ledger, pool, started, written, next }
}

const eventually = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 8_000, interval: 20 })

test('a worker that stands ready is in the ledger with its start time, and out of it once it is gone', async () => {
  const { pool, started, written } = setUp()

  pool.expect(1)
  await eventually(() => expect(written()).toHaveLength(1))
  const pid = started[0]?.pid ?? 0
  expect(written()).toEqual([{ pid, startedAt: await processStart(pid), kind: 'worker', runId: null }])

  await pool[Symbol.asyncDispose]()
  await eventually(() => expect(written()).toEqual([]))
  expect(await processStart(pid)).toBeNull()
})

test('one that was stopped, and so outlived a killed app, is ended at the next start', async () => {
  const { pool, started, written, next } = setUp()
  pool.expect(1)
  await eventually(() => expect(written()).toHaveLength(1))
  const pid = started[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')

  await endOrphans({ ledger: next.ledger, clock: systemClock, logger: silentLogger })

  await eventually(() => expect(started[0]?.pid).toBeUndefined())
})

test('nothing stands ready while delegation is paused', () => {
  const { pool, started } = setUp({ paused: true })

  pool.expect(4)

  expect(started).toEqual([])
})

test('no more stand ready than runs may work at once', () => {
  const { pool, started } = setUp({ maxConcurrentRuns: 1 })

  pool.expect(4)

  expect(started).toHaveLength(1)
})

test('in the ledger, a worker that was taken by a run is the run’s', async () => {
  const { pool, written, ledger } = setUp()
  pool.expect(1)
  await eventually(() => expect(written()).toHaveLength(1))
  const runId = RunId.parse('run_1')

  for (const row of written()) await ledger.boot.addProcess({ ...row, runId })

  expect(ledger.query.processes.ofRun(runId)).toHaveLength(1)
  expect(written()).toHaveLength(1)
})
