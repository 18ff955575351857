import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { chunkOf, endpointsForTests, refusalOf, streamOf, toEvent } from '../../testing/endpoint.ts'
import type { AnswerRequest } from '../../testing/http-server.ts'
import { probeModel } from './probe-model.ts'

const serve = endpointsForTests()

async function probe(answer: AnswerRequest) {
  const { endpoint } = await serve(answer)
  return probeModel({ endpoint, clock: systemClock, ids: randomIds, signal: new AbortController().signal })
}

/** Calls the tool with what `input` makes of the word that was asked for. */
const calling =
  (name: string, input: (word: string) => string): AnswerRequest =>
  ({ body }, response) => {
    const word = /word_[0-9a-z]+/.exec(body)?.[0] ?? ''
    const call = { index: 0, id: 'c1', type: 'function', function: { name, arguments: input(word) } }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`${toEvent(chunkOf({ tool_calls: [call] }, 'tool_calls'))}data: [DONE]\n\n`)
  }

test('a model that calls the tool with the word it was given calls tools', async () => {
  expect(await probe(calling('report_word', (word) => JSON.stringify({ word })))).toEqual({
    ok: true,
    ability: 'calls',
  })
})

test.each([
  ['another tool', calling('reportWord', (word) => JSON.stringify({ word }))],
  ['another word', calling('report_word', () => '{"word":"x"}')],
  ['broken arguments', calling('report_word', (word) => `{"word":"${word}"`)],
  ['the call written as text', streamOf(chunkOf({ content: '{"name":"report_word"}' }, 'stop'))],
])('%s is a bad call', async (_what, answer) => {
  expect(await probe(answer)).toEqual({ ok: true, ability: 'calls_badly' })
})

test.each([
  ['words', streamOf(chunkOf({ content: 'Hello.' }, 'stop'))],
  ['a refusal of tools', refusalOf(400, { error: { message: 'm does not support tools' } })],
])('a model that answers with %s cannot', async (_what, answer) => {
  expect(await probe(answer)).toEqual({ ok: true, ability: 'cannot' })
})

test('a failure is no verdict', async () => {
  expect(await probe(refusalOf(401, { error: { message: 'bad key' } }))).toMatchObject({
    ok: false,
    failure: { code: 'model_unauthorized' },
  })
})
