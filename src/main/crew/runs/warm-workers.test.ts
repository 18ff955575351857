import { expect, onTestFinished, test } from 'vitest'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { createMemoryLauncher, type MemoryChild } from '../../testing/in-memory-child.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { IDLE_WARM_MS, REFILL_MS } from './policy.ts'
import { openWarmWorkers } from './warm-workers.ts'

const RUN = { name: 'muster run_1', env: {}, cwd: '/' }

function setUp(room = 4) {
  const clock = createManualClock()
  const { launch, children } = createMemoryLauncher({ clock, ids: createCountedIds() }, () => undefined)
  const kept: unknown[] = []
  const pool = openWarmWorkers({
    clock,
    launch,
    surroundings: { env: {}, cwd: '/' },
    room: () => room,
    keep: (child) => kept.push(child),
  })
  onTestFinished(() => pool[Symbol.asyncDispose]())
  return { clock, pool, children, kept }
}

/** Exits are told at the end of a turn of the event loop. */
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const killed = (children: readonly MemoryChild[]): boolean[] =>
  children.map(({ signals }) => signals.includes('SIGKILL'))

test('a run gets a process that stood ready, and was told nothing', () => {
  const { pool, children } = setUp()
  pool.expect(2)

  const child = pool.launch(RUN)

  expect(child).toBe(children[0])
  expect(children.flatMap(({ received }) => received)).toEqual([])
})

test('no process is given to two runs', () => {
  const { pool, children } = setUp()
  pool.expect(1)

  const taken = [pool.launch(RUN), pool.launch(RUN)]

  expect(new Set(taken).size).toBe(2)
  expect(taken).toEqual(children)
})

test('no more processes stand ready than there is room for', () => {
  const { pool, children } = setUp(3)

  pool.expect(10)
  pool.expect(10)

  expect(children).toHaveLength(3)
})

test('nothing is started before work is expected', () => {
  const { clock, pool, children } = setUp()

  pool.launch(RUN)
  clock.advance(REFILL_MS)

  expect(children).toHaveLength(1)
})

test('a place is filled again, but not while the run that took it begins', () => {
  const { clock, pool, children } = setUp()
  pool.expect(1)

  pool.launch(RUN)
  clock.advance(REFILL_MS - 1)
  expect(children).toHaveLength(1)

  clock.advance(1)
  expect(children).toHaveLength(2)
})

test('processes that nobody needs are given back, and none comes after them', () => {
  const { clock, pool, children } = setUp()
  pool.expect(2)
  pool.launch(RUN)

  clock.advance(REFILL_MS)
  clock.advance(IDLE_WARM_MS)

  expect(killed(children)).toEqual([false, true, true])
  clock.advance(IDLE_WARM_MS)
  expect(children).toHaveLength(3)
})

test('a process that died is given to nobody, and replaced when work is expected', async () => {
  const { pool, children } = setUp()
  pool.expect(1)
  children[0]?.die()
  await soon()

  pool.expect(1)
  const child = pool.launch(RUN)

  expect(children).toHaveLength(2)
  expect(child).toBe(children[1])
})

test('at the end those that stand ready are gone, and those at work are left alone', async () => {
  const { clock, pool, children } = setUp()
  pool.expect(3)
  pool.launch(RUN)

  await pool[Symbol.asyncDispose]()

  expect(killed(children)).toEqual([false, true, true])
  expect(children.map(({ pid }) => pid === undefined)).toEqual([false, true, true])
  pool.expect(3)
  clock.advance(IDLE_WARM_MS)
  expect(children).toHaveLength(3)
})

test('each process is written down, whether it stands ready or was started for a run, and once', () => {
  const { pool, children, kept } = setUp()

  pool.expect(2)
  for (let run = 0; run < 3; run++) pool.launch(RUN)

  expect(children).toHaveLength(3)
  expect(kept).toEqual(children)
})
