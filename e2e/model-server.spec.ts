import type { ModelEvent } from '../src/main/core/agent/ports.ts'
import { createOpenAiModel } from '../src/main/outside/model/openai-model.ts'
import { systemClock } from '../src/main/platform/clock.ts'
import { randomIds } from '../src/main/platform/ids.ts'
import { collect } from '../src/main/testing/collect.ts'
import { call, say, script } from '../src/main/testing/script/write-script.ts'
import { MODEL_NAME, type ModelServer } from './fixtures/model-server.ts'
import { expect, randomToken, test } from './fixtures/test.ts'

const ask = (
  models: ModelServer,
  text: string,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> => {
  const endpoint = { kind: 'openai' as const, baseUrl: models.baseUrl, model: MODEL_NAME, key: '' }
  const model = createOpenAiModel({ endpoint, clock: systemClock, ids: randomIds })
  return collect(model.stream({ messages: [{ role: 'user', text }], tools: [] }, signal))
}

test('what a script says, thinks and calls arrives as it stands there', async ({ models }) => {
  const token = randomToken()
  const events = await ask(
    models,
    script(['think hm', say(`two words\n${token}`), call('shell', { command: 'ls' })]),
  )

  expect(events.at(-1)).toMatchObject({
    type: 'done',
    text: `two words\n${token}`,
    thinking: 'hm',
    toolCalls: [{ name: 'shell', arguments: '{"command":"ls"}' }],
  })
  expect(events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(2)
})

for (const [line, code] of [
  ['status 401', 'model_unauthorized'],
  ['status 429 retry-after 1 slow down', 'model_rate_limited'],
  ['status 500', 'model_unavailable'],
  ['redirect http://127.0.0.1:9/', 'model_rejected'],
  ['error it broke', 'model_unavailable'],
  ['garbage', 'model_cut'],
  ['cut', 'model_cut'],
  ['close', 'model_cut'],
] as const) {
  test(`the fault "${line}" arrives as ${code}`, async ({ models }) => {
    expect((await ask(models, script([line]))).at(-1)).toMatchObject({ type: 'failed', failure: { code } })
  })
}

test('a fault that holds once is over the second time', async ({ models }) => {
  const task = script(['first 1 cut', say('here')])

  expect((await ask(models, task)).at(-1)?.type).toBe('failed')
  expect((await ask(models, task)).at(-1)).toMatchObject({ type: 'done', text: 'here' })
})

test('a hanging answer holds until it is stopped', async ({ models }) => {
  const stop = new AbortController()
  const events = ask(models, script(['hang']), stop.signal)
  await models.called(() => true)

  stop.abort()

  expect((await events).at(-1)).toMatchObject({ failure: { code: 'stopped' } })
})
