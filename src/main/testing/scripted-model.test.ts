import { expect, test } from 'vitest'
import type { Message, ModelEvent } from '../core/agent/ports.ts'
import { collect } from './collect.ts'
import { createManualClock } from './manual-clock.ts'
import { createScriptedModel, type ScriptedModel } from './scripted-model.ts'
import { call, say, script } from './script/write-script.ts'

const user = (text: string): Message => ({ role: 'user', text })

const ask = (
  model: ScriptedModel,
  task: string,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> => collect(model.stream({ messages: [user(task)], tools: [] }, signal))

test('an answer streams and ends with all of it', async () => {
  const events = await ask(createScriptedModel(), script(['think hm', say('hi'), call('shell', { a: 1 })]))

  expect(events.map(({ type }) => type)).toEqual(['delta', 'delta', 'done'])
  expect(events.at(-1)).toMatchObject({
    text: 'hi',
    thinking: 'hm',
    toolCalls: [{ name: 'shell', arguments: '{"a":1}' }],
  })
})

test('a fault that holds once is over when the step is asked for again', async () => {
  const model = createScriptedModel()
  const task = script(['first 1 status 429 retry-after 2', say('hi')])

  const [refusal] = await ask(model, task)
  const again = await ask(model, task)

  expect(refusal).toMatchObject({ failure: { code: 'model_rate_limited', retryAfterMs: 2_000 } })
  expect(again.at(-1)).toMatchObject({ type: 'done', text: 'hi' })
})

test('a hanging answer ends as stopped when it is stopped', async () => {
  const stop = new AbortController()
  const events = ask(createScriptedModel(), script(['hang']), stop.signal)

  stop.abort()

  expect(await events).toMatchObject([{ type: 'failed', failure: { code: 'stopped' } }])
})

test('an answer waits at a gate until the test opens it', async () => {
  const model = createScriptedModel()
  const request = { messages: [user(script([say('before'), 'gate x', say('after')]))], tools: [] }
  const answer = model.stream(request, new AbortController().signal)
  const events = answer[Symbol.asyncIterator]()
  expect((await events.next()).value).toMatchObject({ text: 'before' })
  const next = events.next()

  model.gates.open('x')

  expect((await next).value).toMatchObject({ text: '\nafter' })
})

test('a pause takes the time of the clock', async () => {
  const clock = createManualClock()
  const events = ask(createScriptedModel(clock), script(['pause 500', say('late')]))

  await clock.pass(500)

  expect((await events).at(-1)).toMatchObject({ text: 'late' })
})
