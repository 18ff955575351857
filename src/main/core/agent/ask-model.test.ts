import { expect, test } from 'vitest'
import type { EntryContent } from '../../../shared/entry.ts'
import { randomIds } from '../../platform/ids.ts'
import { setUpAgent, wordTool } from '../../testing/agent-bench.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { call, recall, say, script } from '../../testing/script/write-script.ts'
import { MAX_WAIT_IN_LOOP_MS, RETRIES } from './policy.ts'
import type { Model, ModelEvent } from './ports.ts'
import { runAgent } from './run-agent.ts'

const task = (...steps: readonly (string | readonly string[])[]): EntryContent => ({
  kind: 'user',
  text: script(...steps),
})
const never = (): AbortSignal => new AbortController().signal
const kinds = (contents: readonly EntryContent[]): string[] => contents.map(({ kind }) => kind)

for (const fault of [
  'status 500 sorry',
  'status 503',
  'cut',
  'close',
  'garbage',
  'status 408',
  'error overloaded',
]) {
  test(`after "${fault}" it asks again, and journals the answer once`, async () => {
    const token = randomIds.next('token')
    const { agent, contents, log } = setUpAgent({ soFar: [task([`first 1 ${fault}`, say(token)])] })

    expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
    expect(kinds(contents())).toEqual(['user', 'assistant'])
    expect(contents().at(-1)).toMatchObject({ text: token })
    expect(log).toEqual(['pause 1000', 'append assistant'])
  })
}

test('pauses grow, and after the last the failure is the end', async () => {
  const model = createScriptedModel()
  const { agent, log } = setUpAgent({ model, soFar: [task('status 500')] })

  expect(await runAgent(agent, never())).toMatchObject({ reason: 'error', code: 'model_unavailable' })
  expect(log).toEqual(['pause 1000', 'pause 3000', 'pause 9000', 'pause 27000'])
  expect(model.requests).toHaveLength(1 + (RETRIES.model_unavailable ?? 0))
})

test('it waits as long as the endpoint asks for', async () => {
  const { agent, log } = setUpAgent({
    soFar: [task(['first 1 status 429 retry-after 20 slow', say('done')])],
  })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
  expect(log).toEqual(['pause 20000', 'append assistant'])
})

for (const fault of ['status 400', 'status 404', 'status 413', 'redirect http://elsewhere']) {
  test(`"${fault}" is not tried again`, async () => {
    const model = createScriptedModel()
    const { agent } = setUpAgent({ model, soFar: [task(fault)] })

    expect(await runAgent(agent, never())).toMatchObject({ reason: 'error' })
    expect(model.requests).toHaveLength(1)
  })
}

test('a retry costs no step', async () => {
  const { agent } = setUpAgent({ maxSteps: 1, soFar: [task(['first 3 status 500', say('done')])] })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
})

test('what a failed attempt had shown is taken back before the next', async () => {
  const shown: string[] = []
  const { agent } = setUpAgent({ soFar: [task([say('half'), 'first 1 cut', say('whole')])] })
  agent.onlooker.streamed = ({ text, reset }) => void shown.push(reset ? 'reset' : text.trim())

  await runAgent(agent, never())

  expect(shown).toEqual(['half', 'reset', 'half', 'whole', 'reset'])
})

test('whoever looks on is told what is waited for, and when that is over', async () => {
  const told: unknown[] = []
  const { agent } = setUpAgent({ soFar: [task(['first 1 status 503', say('done')])] })
  agent.onlooker.pausing = (pause) => void told.push(pause)

  await runAgent(agent, never())

  expect(told).toEqual([{ code: 'model_unavailable', ms: 1_000 }, null])
})

test('a stop ends a pause, and nothing is asked again', async () => {
  const stop = new AbortController()
  const model = createScriptedModel()
  const { agent } = setUpAgent({ model, soFar: [task('status 500')] })
  agent.onlooker.pausing = () => stop.abort()

  expect(await runAgent(agent, stop.signal)).toEqual({ reason: 'stopped' })
  expect(model.requests).toHaveLength(1)
})

for (const fault of [
  'status 401',
  'status 402',
  'status 403',
  `status 429 retry-after ${MAX_WAIT_IN_LOOP_MS}`,
]) {
  test(`"${fault}" waits behind the breaker and goes on from there, at no cost of a step`, async () => {
    const { agent, contents, log } = setUpAgent({
      maxSteps: 1,
      soFar: [task([`first 1 ${fault}`, say('done')])],
      standBy() {
        log.push('waited')
        return Promise.resolve(agent.endpoint.model)
      },
    })

    expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
    expect(log).toEqual(['waited', 'append assistant'])
    expect(kinds(contents())).toEqual(['user', 'assistant'])
  })
}

test('after a refusal it goes on with the model that it was given, step after step', async () => {
  const other = createScriptedModel()
  const refusing: Model = {
    name: 'refusing',
    async *stream() {
      yield { type: 'failed', failure: { code: 'model_no_credit', details: {}, retryAfterMs: null } }
    },
  }
  const { agent, contents } = setUpAgent({
    model: refusing,
    soFar: [task(call('read', { word: 'x' }), say('done'))],
    standBy: () => Promise.resolve({ ...other, name: 'other', stream: (...given) => other.stream(...given) }),
  })

  await runAgent(agent, never())

  expect(other.requests).toHaveLength(2)
  expect(contents().at(-1)).toMatchObject({ kind: 'assistant', text: 'done', model: 'other' })
})

test('nobody to wait for: the refusal is the end', async () => {
  const { agent } = setUpAgent({ soFar: [task('status 402')] })

  expect(await runAgent(agent, never())).toMatchObject({ reason: 'error', code: 'model_no_credit' })
})

test('a stop behind the breaker is a stop', async () => {
  const stop = new AbortController()
  const { agent } = setUpAgent({
    soFar: [task('status 402')],
    standBy() {
      stop.abort()
      return Promise.resolve(null)
    },
  })

  expect(await runAgent(agent, stop.signal)).toEqual({ reason: 'stopped' })
})

test('a call that was written as text is journaled and run like any other', async () => {
  const found = randomIds.next('token')
  const written = say(JSON.stringify({ name: 'read', arguments: { word: 'x' } }))
  const { agent, contents } = setUpAgent({
    soFar: [task(written, recall(/token_\w+/))],
    tools: (log) => [
      wordTool('read', 'read', () => ({ ok: true, text: found, details: null, deliveries: [] }))(log),
    ],
  })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
  expect(contents()[1]).toMatchObject({
    kind: 'assistant',
    text: '',
    toolCalls: [{ id: 'call_in_text_1', name: 'read', arguments: '{"word":"x"}' }],
  })
  expect(contents().at(-1)).toMatchObject({ text: found })
})

test('what a call took that brought nothing is charged, each try for itself, and an answer only once', async () => {
  const used = { input: 100, output: 7, cached: 0, reasoning: 0 }
  const failed = { type: 'failed', failure: { code: 'model_cut', details: {}, retryAfterMs: null } } as const
  const answers: ModelEvent[] = [
    { ...failed, usage: used },
    { ...failed, usage: null },
    { type: 'done', text: 'here', thinking: '', toolCalls: [], usage: used },
  ]
  const model: Model = {
    name: 'costly',
    async *stream() {
      const next = answers.shift()
      if (next) yield await Promise.resolve(next)
    },
  }
  const { agent, log } = setUpAgent({ model, soFar: [{ kind: 'user', text: 'hello' }] })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
  expect(log.filter((line) => !line.startsWith('pause'))).toEqual(['charge 100 7', 'append assistant'])
})

const FAILED = {
  type: 'failed',
  failure: { code: 'model_rejected', details: {}, retryAfterMs: null },
} as const

test.each<[string, ModelEvent[], string[]]>([
  [
    'an answer',
    [{ type: 'done', text: 'here', thinking: '', toolCalls: [], usage: null }],
    ['append assistant, an estimate'],
  ],
  ['what was worked on and failed', [{ ...FAILED, begun: true }], ['charge an estimate']],
  [
    'what broke off after its first words',
    [{ type: 'delta', text: 'he', thinking: '' }, FAILED],
    ['charge an estimate', 'append interrupted'],
  ],
  ['what was refused, and took nothing', [FAILED], []],
])('of a call that nobody reported it counts: %s', async (_what, events, expected) => {
  const model: Model = {
    name: 'silent',
    async *stream() {
      for (const event of events) yield await Promise.resolve(event)
    },
  }
  const { agent, log } = setUpAgent({ model, soFar: [{ kind: 'user', text: 'hello' }] })

  await runAgent(agent, never())

  expect(log).toEqual(expected)
})

test('a call that was stopped before it was made took nothing', async () => {
  const model = createScriptedModel()
  const stop = new AbortController()
  const { agent, log } = setUpAgent({
    ...{ model, soFar: [task(say('x'))] },
    inbox() {
      stop.abort()
      return Promise.resolve(false)
    },
  })

  expect(await runAgent(agent, stop.signal)).toEqual({ reason: 'stopped' })
  expect(model.requests).toEqual([])
  expect(log).toEqual([])
})
