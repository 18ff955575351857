import type { EntryId } from '../../../shared/ids.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import { expect, test } from 'vitest'
import { MODEL_NAME } from '../../../../e2e/fixtures/model-server.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { addConversation, addRun, resultOf } from '../../testing/ledger-rows.ts'
import { createScriptedWorkers, type ScriptedWorker } from '../../testing/scripted-worker.ts'
import { call, say, script } from '../../testing/script/write-script.ts'

async function withLiar(bench: Promise<CrewBench>, liars: readonly ScriptedWorker[]) {
  const crew = await bench
  const { id } = await crew.say(
    script(
      call('delegate', { tasks: [{ goal: 'Do as you please.', tools: ['read_file'] }] }),
      say('At work.'),
    ),
  )
  await eventually(() => expect(liars.length).toBeGreaterThan(0))
  const liar = liars[0] as ScriptedWorker
  liar.note({ type: 'beat' })
  await eventually(() => expect(crew.runs(id)[0]?.state).toBe('running'))
  const row = () => crew.ledger.query.runs.find(liar.start.runId)
  return { ...crew, id, liar, row }
}

function setUp() {
  const { program, workers } = createScriptedWorkers()
  return withLiar(openCrew({ program }), workers)
}

const DELIVERY = {
  kind: 'delivery',
  deliveryId: 'd',
  delegationId: 'g',
  runIds: [],
  boundary: 'b',
  text: 't',
}
const answer = (text: string, ...toolCalls: readonly object[]) => ({
  kind: 'assistant',
  text,
  thinking: '',
  toolCalls,
  model: MODEL_NAME,
})

type Setting = Awaited<ReturnType<typeof setUp>>

/** The liar's model asks for a call, and its journal holds that. */
const makes = ({ liar, row }: Setting, toolCall: object): Promise<unknown> =>
  liar.ask('journal.append', {
    parentId: row()?.headEntryId,
    content: answer('', toolCall),
    usage: null,
  })
const refusal = (code: string) =>
  expect.objectContaining({ type: 'refusal', error: expect.objectContaining({ code }) })

test.each([
  ['of another run', { runId: 'run_other' }],
  ['of another attempt', { attempt: 2 }],
  ['without a number', { number: undefined }],
])('a message %s is not heard', async (_what, wrong) => {
  const { liar, row } = await setUp()
  const before = row()

  void liar.ask('journal.append', { parentId: before?.headEntryId, content: answer('x'), usage: null }, wrong)
  liar.note({ type: 'delta', text: 'seen', thinking: '', reset: false, ...wrong })
  const honest = await liar.ask('inbox.take', { atEnd: false })

  expect(honest.type).toBe('reply')
  expect(row()).toEqual(before)
})

test.each([
  ['a request that does not exist', 'ledger.drop', {}, 'unknown_call'],
  ['a request by the name of a built-in', 'constructor', {}, 'unknown_call'],
  ['a request of the wrong shape', 'journal.append', { content: 'x' }, 'invalid_input'],
  [
    'an entry that delivers',
    'journal.append',
    { parentId: null, content: DELIVERY, usage: null },
    'invalid_input',
  ],
  [
    'an entry below another head',
    'journal.append',
    { parentId: 'ent_0', content: answer('x'), usage: null },
    'invalid_transition',
  ],
  [
    'a delegation above its rights',
    'delegation.start',
    { tasks: [{ goal: '' }], independent: false, answerId: 'ent_1' as EntryId, callIndex: 0 },
    'invalid_input',
  ],
])('%s is refused, and nothing changes', async (_what, name, input, code) => {
  const { liar, row } = await setUp()
  const before = row()

  expect(await liar.ask(name, input)).toEqual(refusal(code))

  expect(row()).toEqual(before)
})

test('a tool that is not among its own is denied, without a question to anybody', async () => {
  const setting = await setUp()
  const { liar, desk } = setting
  const toolCall = { id: 'c', name: 'write_file', arguments: '{"path":"a","content":"b"}' }
  await makes(setting, toolCall)

  const reply = await liar.ask('permission.decide', { call: toolCall })

  expect(reply).toMatchObject({ type: 'reply', value: { outcome: 'deny' } })
  expect(desk.pending()).toEqual([])
})

test('a call that its journal does not hold, or holds in other words, is denied', async () => {
  const setting = await setUp()
  const { liar } = setting
  const toolCall = { id: 'c', name: 'read_file', arguments: '{"path":"a"}' }
  const decide = (call: object) => liar.ask('permission.decide', { call })
  expect(await decide(toolCall)).toMatchObject({ value: { outcome: 'deny' } })
  await makes(setting, toolCall)

  expect(await decide({ ...toolCall, arguments: '{"path":"b"}' })).toMatchObject({
    value: { outcome: 'deny' },
  })
  expect(await decide({ ...toolCall, id: 'd' })).toMatchObject({ value: { outcome: 'deny' } })
  expect(await decide(toolCall)).toMatchObject({ value: { outcome: 'allow' } })
})

test('results that are addressed to another are not its to take', async () => {
  const setting = await setUp()
  const { liar, ledger, row, ids, id } = setting
  await makes(setting, { id: 'c', name: 'delegate', arguments: '{}' })
  const place = { ledger, ids, clock: { now: () => 0 } as never }
  const other = await addRun(place, await addConversation(place))
  const finished = await ledger.delegations.finishUnheld(other, {
    exitReason: 'stopped',
    result: resultOf(''),
  })
  const deliveryId = finished?.delivery?.id as never

  const reply = await liar.ask('journal.append', {
    parentId: row()?.headEntryId,
    content: {
      kind: 'tool_result',
      callId: 'c',
      tool: 'delegate',
      ok: true,
      text: 'mine',
      details: null,
      deliveries: [deliveryId],
      durationMs: 0,
    },
    usage: null,
  })

  expect(reply).toEqual(refusal('invalid_transition'))
  expect(ledger.query.deliveries.find(deliveryId)?.state).toBe('pending')
  expect(id).not.toBe(other.conversationId)
})

test('a word that all is done does not make it so', async () => {
  const { liar, runs, id, settled } = await setUp()

  await liar.ask('run.finished', { exitReason: 'completed', error: null })

  expect(runs(id)[0]).toMatchObject({
    state: 'failed',
    exitReason: 'error',
    result: { error: { code: 'model_empty' } },
  })
  await settled(id)
})

test('a stop that nobody asked for is not for a worker to say', async () => {
  const { liar, runs, id, settled } = await setUp()

  await liar.ask('run.finished', { exitReason: 'stopped', error: null })

  expect(runs(id)[0]).toMatchObject({ state: 'failed', result: { error: { code: 'worker_lost' } } })
  await settled(id)
})

test('after its end nothing is taken from it any more', async () => {
  const { liar, row, ledger, id, settled } = await setUp()
  await liar.ask('journal.append', { parentId: row()?.headEntryId, content: answer('the end'), usage: null })
  await liar.ask('run.finished', { exitReason: 'completed', error: null })
  const before = row()

  expect(
    await liar.ask('journal.append', { parentId: before?.headEntryId, content: answer('late'), usage: null }),
  ).toEqual(refusal('invalid_transition'))
  expect(await liar.ask('run.finished', { exitReason: 'error', error: null })).toMatchObject({
    type: 'reply',
  })
  expect(
    await liar.ask('delegation.start', {
      tasks: [{ goal: 'Go on without me.' }],
      independent: false,
      answerId: 'ent_9' as EntryId,
      callIndex: 0,
    }),
  ).toEqual(refusal('stopped'))

  expect(row()).toEqual(before)
  expect(ledger.query.runs.ofConversation(id, 10)).toHaveLength(1)
  await settled(id)
})

test('a flood of words that mean nothing brings main down no more than it says', async () => {
  const { liar, row } = await setUp()
  for (const junk of [null, 7, 'x', [], {}, { type: 'start' }, new Map()]) liar.send(junk)

  expect(await liar.ask('inbox.take', { atEnd: false })).toMatchObject({ type: 'reply' })
  expect(row()?.state).toBe('running')
})

const MODEST = { input: 10, output: 5, cached: 0, reasoning: 0, estimated: false }

test('what a call took is kept at the price of the model that main gave, whatever else a worker says', async () => {
  const { liar, ledger, prices, id } = await setUp()
  prices.set(MODEL_NAME, { input: 2, cached: 2, output: 2 })
  prices.set('free', { input: 0, cached: 0, output: 0 })

  await liar.ask('model.charged', {
    ...MODEST,
    model: 'free',
    baseUrl: 'https://cheap.example',
    costMicros: 0,
  })

  const { path } = ledger.query.runs.ofConversation(id, 1)[0] as RunRow
  expect(ledger.query.modelCalls.lastModel(id, path)).toBe(MODEL_NAME)
  expect(ledger.query.modelCalls.ofAgent(id, path)).toMatchObject({
    usage: { input: 10, output: 5 },
    cost: { micros: 30, known: true },
  })
})

test('a worker that keeps to itself what an answer took is charged by what stands in its journal', async () => {
  const { liar, row, ledger, id } = await setUp()

  await liar.ask('journal.append', {
    ...{ parentId: row()?.headEntryId, usage: null },
    content: answer('x'.repeat(4_000)),
  })

  const { usage, cost } = ledger.query.modelCalls.ofAgent(id, row()?.path ?? '')
  expect(usage.output).toBe(1_000)
  expect(usage.input).toBeGreaterThan(Buffer.byteLength(liar.start.spec.systemPrompt) / 8)
  expect(cost).toEqual({ micros: 0, known: false, estimated: true })
})

test('nothing is charged to a run that has said that it is over', async () => {
  const setting = await setUp()
  const { liar, row, ledger, id } = setting
  await liar.ask('journal.append', {
    parentId: row()?.headEntryId,
    content: answer('the end'),
    usage: MODEST,
  })
  void liar.ask('run.finished', { exitReason: 'completed', error: null })

  expect(await liar.ask('model.charged', MODEST)).toEqual(refusal('invalid_transition'))

  expect(ledger.query.modelCalls.ofAgent(id, row()?.path ?? '').usage.input).toBe(MODEST.input)
})
