import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { SECOND } from '../../platform/clock.ts'
import { createNodeLauncher } from '../../platform/node-child.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { passUntil } from '../../testing/pass-until.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'
import {
  CHECK_MS,
  KILL_STEP_MS,
  LATE_SWEEP_MS,
  MISSED_CHECKS_KILL,
  MISSED_CHECKS_SHOWN,
} from '../runs/policy.ts'

const NODE = join(import.meta.dirname, '../../../../node_modules/.bin/node')
const WORKER = join(import.meta.dirname, '../worker/entry.ts')

const hanging = { goal: scripted('Hang.', [say('so far'), 'gate never']) }
const quick = { goal: scripted('Be quick.', say('quick')) }
const delegating = (...tasks: readonly object[]): string =>
  script(call('delegate', { tasks }), say('At work.'), 'echo')

const hasSpoken = (bench: CrewBench, id: ConversationId, index = 0): Promise<void> =>
  eventually(() => expect(bench.seen(id, index)).toBe('so far'))

test('a worker that is killed is lost, its partial text is not, and its sibling goes on', async () => {
  const pids: number[] = []
  const start = createNodeLauncher({ entry: WORKER, node: NODE })
  const bench = await openCrew({
    launch(options) {
      const child = start(options)
      if (child.pid !== undefined) pids.push(child.pid)
      return child
    },
  })
  const { id } = await bench.say(delegating(hanging, quick))
  await hasSpoken(bench, id)
  await eventually(() => expect(bench.runs(id)[1]?.state).toBe('completed'))

  process.kill(pids[0] ?? 0, 'SIGKILL')
  await bench.settled(id)

  expect(bench.runs(id)).toMatchObject([
    {
      state: 'failed',
      exitReason: 'error',
      result: { summary: 'so far', error: { code: 'worker_lost' } },
    },
    { state: 'completed', result: { summary: 'quick' } },
  ])
  const text = bench.contents(id).at(-1)
  expect(text).toMatchObject({ text: expect.stringContaining('worker_lost') })
  expect(text).toMatchObject({ text: expect.stringContaining('so far') })
  expect(bench.ledger.query.processes.ofRun(bench.runs(id)[0]?.id as never)).toEqual([])
})

test('what a lost worker was saying stands in the journal of its run', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(delegating(hanging))
  await hasSpoken(bench, id)

  bench.children[0]?.die()
  await bench.settled(id)

  const { entries } = bench.delegation.openRun(bench.runs(id)[0]?.id as never)
  expect(entries.at(-1)?.content).toMatchObject({ kind: 'interrupted', text: 'so far' })
})

test('the runs below one whose worker is lost are stopped', async () => {
  const bench = await openCrew()
  const parent = {
    goal: scripted('Hand it on.', call('delegate', { tasks: [hanging], wait: true }), say('x')),
  }
  const { id } = await bench.say(delegating(parent))
  await hasSpoken(bench, id, 1)

  bench.children[0]?.die()
  await bench.settled(id)

  expect(bench.runs(id).map(({ state }) => state)).toEqual(['failed', 'stopped'])
})

test('a result that the disk has no room for is kept and written later', async () => {
  const clock = createManualClock()
  let isFull = true
  const bench = await openCrew({
    clock,
    spoil: (ledger) => ({
      ...ledger,
      delegations: {
        ...ledger.delegations,
        finish: (...args) =>
          isFull ? Promise.reject(new AppError('disk_full', 'no room')) : ledger.delegations.finish(...args),
      },
    }),
  })
  const { id } = await bench.say(delegating(quick))
  await passUntil(clock, () => expect(bench.errors.length).toBeGreaterThan(0))
  expect(bench.runs(id)).toMatchObject([{ state: 'finalizing', exitReason: 'completed' }])

  isFull = false
  await passUntil(clock, () => expect(bench.conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 0 }))

  expect(bench.runs(id)).toMatchObject([{ state: 'completed', result: { summary: 'quick' } }])
  expect(bench.errors.splice(0)).toEqual([expect.stringContaining('run.result_unwritten')])
  expect(bench.events.filter(({ type }) => type === 'disk.changed')).toMatchObject([
    { full: { path: bench.dataFolder } },
    { full: null },
  ])
})

test('why a turn failed is written once there is room again', async () => {
  const clock = createManualClock()
  let isFull = true
  const bench = await openCrew({
    clock,
    spoil: (ledger) => ({
      ...ledger,
      journal: {
        ...ledger.journal,
        append: (line) =>
          isFull && line.content.kind === 'failure'
            ? Promise.reject(new AppError('disk_full', 'no room'))
            : ledger.journal.append(line),
      },
    }),
  })
  const { id } = await bench.say(script('status 404 no such model'))
  await passUntil(clock, () => expect(bench.errors.length).toBeGreaterThan(0))
  isFull = false
  await passUntil(clock, () => expect(bench.conversation(id)).toMatchObject({ turn: 'idle' }))

  expect(bench.contents(id).at(-1)).toMatchObject({ kind: 'failure', code: 'model_unknown' })
  expect(bench.errors.splice(0)).toEqual([expect.stringContaining('turn.end_unwritten')])
})

async function withHanging(clock: ManualClock): Promise<CrewBench & { id: ConversationId }> {
  const bench = await openCrew({ clock })
  const { id } = await bench.say(delegating(hanging))
  await passUntil(clock, () => expect(bench.seen(id)).toBe('so far'))
  return { ...bench, id }
}

test('a frozen worker is shown after three missed checks, and killed after six', async () => {
  const clock = createManualClock()
  const bench = await withHanging(clock)
  bench.children[0]?.freeze()
  const run = () => bench.runs(bench.id)[0]

  await clock.pass(MISSED_CHECKS_SHOWN * CHECK_MS)
  expect(run()).toMatchObject({ state: 'running', unresponsive: true })
  expect(bench.children[0]?.signals).toEqual([])
  await clock.pass((MISSED_CHECKS_KILL - MISSED_CHECKS_SHOWN) * CHECK_MS + 2 * KILL_STEP_MS)
  expect(bench.children[0]?.signals).toEqual(['SIGTERM', 'SIGKILL'])
  await passUntil(clock, () => expect(run()).toMatchObject({ state: 'failed' }))

  expect(run()?.result).toMatchObject({ summary: 'so far', error: { code: 'worker_lost' } })
})

test('a worker that says something again is no longer shown as unresponsive', async () => {
  const clock = createManualClock()
  const bench = await withHanging(clock)
  bench.children[0]?.freeze()
  await clock.pass(MISSED_CHECKS_SHOWN * CHECK_MS)
  expect(bench.runs(bench.id)[0]?.unresponsive).toBe(true)

  bench.children[0]?.thaw()
  await clock.pass(CHECK_MS)

  expect(bench.runs(bench.id)[0]).toMatchObject({ state: 'running', unresponsive: false })
})

test('a laptop that slept kills nobody', async () => {
  const clock = createManualClock()
  const bench = await withHanging(clock)
  bench.children[0]?.freeze()

  for (let sleeps = 0; sleeps < MISSED_CHECKS_KILL + 1; sleeps++) clock.sleep(LATE_SWEEP_MS + 1)
  await clock.pass(0)

  expect(bench.runs(bench.id)[0]).toMatchObject({ state: 'running', unresponsive: false })
  expect(bench.children[0]?.signals).toEqual([])
})

test('nor one that was only starting', async () => {
  const clock = createManualClock()
  const bench = await openCrew({ clock, program: () => undefined })
  const { id } = await bench.say(delegating(quick))
  await passUntil(clock, () => expect(bench.runs(id)[0]?.state).toBe('starting'))

  clock.sleep(60 * SECOND)
  await clock.pass(KILL_STEP_MS)

  expect(bench.runs(id)[0]?.state).toBe('starting')
  expect(bench.children[0]?.signals).toEqual([])
  expect(bench.children[0]?.received.map((message) => (message as { type: string }).type)).toEqual(['start'])
  await bench.stopEverything(id)
})

test('a worker that never says a word is given up', async () => {
  const clock = createManualClock()
  const bench = await openCrew({ clock, program: () => undefined })
  const { id } = await bench.say(delegating(quick))
  await passUntil(clock, () => expect(bench.runs(id)[0]?.state).toBe('starting'))

  await clock.pass((MISSED_CHECKS_KILL + 1) * CHECK_MS + 2 * KILL_STEP_MS)
  await passUntil(clock, () => expect(bench.runs(id)[0]?.state).toBe('failed'))

  expect(bench.runs(id)[0]?.result?.error).toMatchObject({ code: 'worker_lost' })
})
