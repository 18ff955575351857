import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MODEL_NAME } from '../../../../e2e/fixtures/model-server.ts'
import { AppError } from '../../../shared/errors.ts'
import { BEAT_MS } from '../../../shared/run-pace.ts'
import { SECOND, startHeartbeat, type Clock } from '../../platform/clock.ts'
import { openCrew, type CrewBench, type CrewParts } from '../../testing/crew-bench.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createScriptedWorkers, type ScriptedWorker } from '../../testing/scripted-worker.ts'
import { passUntil } from '../../testing/pass-until.ts'
import { call, say, script } from '../../testing/script/write-script.ts'
import { CHECK_MS, STALL_GRACE_MS, STALL_IN_TOOL_MS, STALL_LOOPBACK_MS } from '../runs/policy.ts'

type Setting = Pick<CrewParts, 'spoil'> & {
  readonly beat?: (clock: Clock, worker: ScriptedWorker) => void
  /** Of the agent that the runs are. */
  readonly frontMatter?: string
}

/** Runs whose workers beat as they should, and otherwise do what a test says. The model is on this computer. */
async function setUp(count = 1, { beat = keepBeating, frontMatter = '', ...parts }: Setting = {}) {
  const clock = createManualClock()
  const { program, workers } = createScriptedWorkers()
  const bench = await openCrew({ ...parts, clock, program })
  const place = join(bench.dataFolder, 'home/.muster/subagents')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'tried.md'), `---\ndescription: For tests\n${frontMatter}\n---\n`)
  const tasks = Array.from({ length: count }, (_, index) => ({
    goal: `Do thing number ${index}.`,
    agent: 'tried',
  }))
  const { id } = await bench.say(script(call('delegate', { tasks }), say('At work.'), 'echo'))
  await passUntil(clock, () => expect(workers).toHaveLength(count))
  for (const worker of workers) beat(clock, worker)
  await passUntil(clock, () =>
    expect(bench.runs(id).map(({ state }) => state)).toEqual(Array(count).fill('running')),
  )
  const run = (index = 0) => bench.runs(id)[index]
  const ended = (index = 0) => passUntil(clock, () => expect(run(index)?.endedAt).not.toBeNull())
  return { bench, clock, id, run, ended, workers, worker: workers[0] as ScriptedWorker }
}

function keepBeating(clock: Clock, worker: ScriptedWorker): void {
  worker.note({ type: 'beat' })
  startHeartbeat(clock, BEAT_MS, () => worker.note({ type: 'beat' }))
}

const asked = (bench: CrewBench, index = 0): boolean =>
  bench.children[index]?.received.some((message) => (message as { type: string }).type === 'stop') ?? false

test('a run that beats and gets nowhere is shown, asked to end, given its grace, killed, and ends as stalled', async () => {
  const { bench, clock, run, ended, worker } = await setUp()
  worker.note({ type: 'progress', tool: '', target: '' })
  await clock.pass(6 * 60 * SECOND)
  expect(run()).toMatchObject({ state: 'running', quietMinutes: expect.any(Number), unresponsive: false })
  expect([5, 6]).toContain(run()?.quietMinutes)
  expect(asked(bench)).toBe(false)

  await clock.pass(STALL_LOOPBACK_MS - 6 * 60 * SECOND + CHECK_MS)
  expect(asked(bench)).toBe(true)
  expect(run()).toMatchObject({ state: 'running', stopping: true })
  expect(bench.children[0]?.signals).toEqual([])
  await clock.pass(STALL_GRACE_MS + 2 * CHECK_MS)
  await ended()

  expect(bench.children[0]?.signals[0]).toBe('SIGTERM')
  expect(run()).toMatchObject({
    state: 'stalled',
    exitReason: 'stalled',
    result: {
      error: {
        code: 'stalled',
        details: { threshold_seconds: 1_800, phase: 'model', grace_seconds: 120 },
      },
    },
  })
  const quiet = run()?.result?.error?.details['quiet_seconds']
  expect(quiet).toBeGreaterThanOrEqual(1_800)
  expect(quiet).toBeLessThan(1_820)
})

test('a stalled run that answers within its grace is completed all the same', async () => {
  const { clock, run, ended, worker, bench } = await setUp()
  await clock.pass(STALL_LOOPBACK_MS + CHECK_MS)
  expect(asked(bench)).toBe(true)

  const parentId = bench.ledger.query.runs.find(worker.start.runId)?.headEntryId
  const content = { kind: 'assistant', text: 'The end.', thinking: '', toolCalls: [], model: MODEL_NAME }
  await worker.ask('journal.append', { parentId, content, usage: null })
  void worker.ask('run.finished', { exitReason: 'completed', error: null })
  await ended()

  expect(run()).toMatchObject({ state: 'completed', result: { summary: 'The end.' } })
})

test('the 80 % warning reaches the run with its next step, as an entry of its own kind, once', async () => {
  const { bench, clock, worker } = await setUp()
  await clock.pass(0.8 * STALL_LOOPBACK_MS + CHECK_MS)
  const { runId } = worker.start

  const told = await worker.ask('inbox.take', { atEnd: false })
  const again = await worker.ask('inbox.take', { atEnd: false })

  expect(told).toMatchObject({
    type: 'reply',
    value: [{ runId, content: { kind: 'notice', text: expect.stringContaining('1800 s it is stopped') } }],
  })
  expect(again).toMatchObject({ type: 'reply', value: [] })
  const head = bench.ledger.query.runs.find(runId)?.headEntryId ?? null
  expect(bench.ledger.query.entries.branch(head).at(-1)?.content.kind).toBe('notice')
})

test('a run that has nothing left to say is not kept from its end by a warning', async () => {
  const { clock, worker } = await setUp()
  await clock.pass(0.8 * STALL_LOOPBACK_MS + CHECK_MS)

  expect(await worker.ask('inbox.take', { atEnd: true })).toMatchObject({ type: 'reply', value: [] })
})

test.each([
  ['the start of a tool', { type: 'progress', tool: 'shell', target: 'make' }],
  ['streamed text', { type: 'delta', text: 'a', thinking: '', reset: false }],
  ['streamed thinking', { type: 'delta', text: '', thinking: 'a', reset: false }],
  ['bytes, or output of a tool', { type: 'moved' }],
])('progress is %s', async (_what, note) => {
  const { bench, clock, run, worker } = await setUp()
  for (let part = 0; part < 3; part++) {
    await clock.pass(STALL_IN_TOOL_MS - 2 * CHECK_MS)
    worker.note(note)
    await clock.pass(0)
  }

  expect(asked(bench)).toBe(false)
  await clock.pass(CHECK_MS)
  expect(run()?.quietMinutes).toBe(0)
})

test('progress is an entry in its journal: a step, or the end of a tool', async () => {
  const { bench, clock, worker } = await setUp()
  for (let step = 0; step < 3; step++) {
    await clock.pass(STALL_IN_TOOL_MS)
    const parentId = bench.ledger.query.runs.find(worker.start.runId)?.headEntryId
    const content = { kind: 'interrupted', text: `step ${step}`, thinking: '' }
    await worker.ask('journal.append', { parentId, content, usage: null })
  }

  expect(asked(bench)).toBe(false)
})

test.each([
  ['a beat', { type: 'beat' }],
  ['a request that is made again', { type: 'progress', tool: '', target: '' }],
  ['what a retry throws away', { type: 'delta', text: '', thinking: '', reset: true }],
  ['a pause before a retry', { type: 'pause', pause: { code: 'model_timeout', ms: 1 } }],
])('%s is no progress', async (_what, note) => {
  const { bench, clock, worker } = await setUp()
  for (let minute = 0; minute < STALL_LOOPBACK_MS / (60 * SECOND); minute++) {
    await clock.pass(60 * SECOND)
    worker.note(note)
  }
  await clock.pass(CHECK_MS)

  expect(asked(bench)).toBe(true)
})

test('one frozen child among lively ones is seen', async () => {
  const { bench, clock, workers } = await setUp(3)
  for (let minute = 0; minute < STALL_LOOPBACK_MS / (60 * SECOND); minute++) {
    await clock.pass(60 * SECOND)
    for (const lively of workers.slice(1)) lively.note({ type: 'moved' })
  }
  await clock.pass(CHECK_MS)

  expect([0, 1, 2].map((index) => asked(bench, index))).toEqual([true, false, false])
})

test('a run that waits for a person is not quiet, however long', async () => {
  const { bench, clock, run, worker } = await setUp()
  const toolCall = { id: 'c1', name: 'shell', arguments: '{"command":"make"}' }
  const parentId = bench.ledger.query.runs.find(worker.start.runId)?.headEntryId
  const content = { kind: 'assistant', text: '', thinking: '', toolCalls: [toolCall], model: MODEL_NAME }
  await worker.ask('journal.append', { parentId, content, usage: null })
  void worker.ask('permission.decide', { call: toolCall })
  await passUntil(clock, () => expect(run()?.state).toBe('waiting'))

  await clock.pass(2 * STALL_LOOPBACK_MS)

  expect(run()).toMatchObject({ state: 'waiting', quietMinutes: 0 })
  expect(asked(bench)).toBe(false)
})

/** Hands one task on, as its model would, and waits for it. */
async function handOn(bench: CrewBench, worker: ScriptedWorker): Promise<void> {
  const toolCall = { id: 'c1', name: 'delegate', arguments: '{}' }
  const parentId = bench.ledger.query.runs.find(worker.start.runId)?.headEntryId
  const content = { kind: 'assistant', text: '', thinking: '', toolCalls: [toolCall], model: MODEL_NAME }
  const reply = await worker.ask('journal.append', { parentId, content, usage: null })
  const answer = 'value' in reply ? (reply.value as { id: string }) : { id: '' }
  const tasks = [{ goal: 'Go on for hours.' }]
  await worker.ask('delegation.start', { tasks, independent: false, answerId: answer.id, callIndex: 0 })
  void worker.ask('delegation.wait', { ids: [], timeoutSeconds: 100_000 })
}

test('a run that waits for its own children is not quiet: each of them is watched for itself', async () => {
  const { bench, clock, id, workers, worker } = await setUp()
  await handOn(bench, worker)
  await passUntil(clock, () => expect(workers).toHaveLength(2))
  if (workers[1]) keepBeating(clock, workers[1])
  await passUntil(clock, () => expect(bench.runs(id)[1]?.state).toBe('running'))

  await clock.pass(STALL_LOOPBACK_MS + CHECK_MS)

  expect([0, 1].map((index) => asked(bench, index))).toEqual([false, true])
})

test('a run in the background has no limit of its own: one that gets on goes on for a day', async () => {
  const { bench, clock, run, worker } = await setUp()
  for (let quarter = 0; quarter < 4 * 24; quarter++) {
    await clock.pass(15 * 60 * SECOND)
    worker.note({ type: 'moved' })
  }

  expect(run()).toMatchObject({ state: 'running', quietMinutes: expect.any(Number) })
  expect(asked(bench)).toBe(false)
})

test('an agent that allows itself less is ended sooner', async () => {
  const { bench, clock, run, ended } = await setUp(1, { frontMatter: 'stall-seconds: 60' })
  await clock.pass(60 * SECOND + CHECK_MS)
  expect(asked(bench)).toBe(true)

  await clock.pass(STALL_GRACE_MS + 2 * CHECK_MS)
  await ended()

  expect(run()?.result?.error?.details).toMatchObject({ threshold_seconds: 60 })
})

test('a run that waits behind an open breaker is not quiet', async () => {
  const { bench, clock, run, worker } = await setUp()
  void worker.ask('endpoint.refused', { code: 'model_no_credit', details: {}, retryAfterMs: null })
  await passUntil(clock, () => expect(run()?.state).toBe('waiting'))

  await clock.pass(2 * STALL_LOOPBACK_MS)

  expect(asked(bench)).toBe(false)
})

test('a run that waits for room on the disk is not quiet', async () => {
  const full = (): Promise<never> => Promise.reject(new AppError('disk_full', 'no room'))
  const { bench, clock, worker } = await setUp(1, {
    spoil: (ledger) => ({
      ...ledger,
      journal: {
        ...ledger.journal,
        append: (line) => (line.run === null ? ledger.journal.append(line) : full()),
      },
    }),
  })
  const parentId = bench.ledger.query.runs.find(worker.start.runId)?.headEntryId
  const content = { kind: 'interrupted', text: 'so far', thinking: '' }
  void worker.ask('journal.append', { parentId, content, usage: null })

  await clock.pass(2 * STALL_LOOPBACK_MS)

  expect(asked(bench)).toBe(false)
  expect(bench.errors.splice(0).length).toBeGreaterThan(0)
})

test('a run that waits behind others for its model is not quiet, and says its place; the first is', async () => {
  const { bench, clock, run, workers } = await setUp(3)
  for (const worker of workers) {
    worker.note({ type: 'progress', tool: '', target: '' })
    await clock.pass(0)
  }
  await clock.pass(CHECK_MS)
  expect([0, 1, 2].map((index) => run(index)?.modelPlace)).toEqual([null, 2, 3])

  await clock.pass(STALL_LOOPBACK_MS + CHECK_MS)

  expect([0, 1, 2].map((index) => asked(bench, index))).toEqual([true, false, false])
})

test('resume forgives all runs, and tells each that the machine slept', async () => {
  const { bench, clock, id } = await setUp(2, { beat: (_, worker) => worker.note({ type: 'beat' }) })
  const unresponsive = (): boolean[] => bench.runs(id).map((run) => run.unresponsive)
  await clock.pass(3 * CHECK_MS)
  expect(unresponsive()).toEqual([true, true])

  bench.resumed()
  await clock.pass(0)

  expect(unresponsive()).toEqual([false, false])
  for (const child of bench.children) expect(child.received.at(-1)).toMatchObject({ type: 'resumed' })
})
