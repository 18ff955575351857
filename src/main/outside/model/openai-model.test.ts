import { expect, test } from 'vitest'
import type { ModelEvent, ModelRequest } from '../../core/agent/ports.ts'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { collect } from '../../testing/collect.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import {
  chunkOf,
  refusalOf,
  endpointsForTests,
  streamOf,
  toEvent,
  type TestEndpoint,
} from '../../testing/endpoint.ts'
import { createOpenAiModel } from './openai-model.ts'

const serve = endpointsForTests()

const HELLO: ModelRequest = { messages: [{ role: 'user', text: 'hello' }], tools: [] }

const ask = (server: TestEndpoint, request = HELLO): Promise<ModelEvent[]> => {
  const model = createOpenAiModel({ endpoint: server.endpoint, clock: systemClock, ids: createCountedIds() })
  return collect(model.stream(request, new AbortController().signal))
}

test('text and thinking stream, and the end holds all of it with what it cost', async () => {
  const word = randomIds.next('word')
  const server = await serve(
    streamOf(
      chunkOf({ role: 'assistant', reasoning_content: 'let me ' }),
      chunkOf({ reasoning: 'think' }),
      chunkOf({ content: 'The word is ' }),
      chunkOf({ content: word }),
      chunkOf({}, 'stop'),
      {
        choices: [],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 120,
          prompt_tokens_details: { cached_tokens: 64 },
          completion_tokens_details: { reasoning_tokens: 5 },
        },
      },
    ),
  )

  const events = await ask(server)

  expect(events.slice(0, -1)).toEqual([
    { type: 'delta', text: '', thinking: 'let me ' },
    { type: 'delta', text: '', thinking: 'think' },
    { type: 'delta', text: 'The word is ', thinking: '' },
    { type: 'delta', text: word, thinking: '' },
  ])
  expect(events.at(-1)).toEqual({
    type: 'done',
    text: `The word is ${word}`,
    thinking: 'let me think',
    toolCalls: [],
    usage: { input: 100, output: 20, cached: 64, reasoning: 5 },
  })
})

test('fragments of several tool calls come together, each with its id', async () => {
  const server = await serve(
    streamOf(
      chunkOf({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: '' } }] }),
      chunkOf({ tool_calls: [{ index: 1, id: 'b', function: { name: 'shell', arguments: '{"comm' } }] }),
      chunkOf({ tool_calls: [{ index: 0, function: { arguments: '{"path":"x"}' } }] }),
      chunkOf({ tool_calls: [{ index: 1, function: { arguments: 'and":"ls"}' } }] }),
      chunkOf({}, 'tool_calls'),
    ),
  )

  expect((await ask(server)).at(-1)).toMatchObject({
    type: 'done',
    toolCalls: [
      { id: 'a', name: 'read_file', arguments: '{"path":"x"}' },
      { id: 'b', name: 'shell', arguments: '{"command":"ls"}' },
    ],
  })
})

test('the request carries the conversation, the tools and the key, and nothing about this machine', async () => {
  const server = await serve(streamOf(chunkOf({ content: 'ok' }, 'stop')))
  const parameters = { type: 'object', properties: {} }

  await ask(server, {
    messages: [
      { role: 'system', text: 'be brief' },
      { role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'shell', arguments: '{broken' }] },
      { role: 'tool', callId: 'a', text: 'Error: bad arguments' },
    ],
    tools: [{ name: 'shell', description: 'runs', parameters }],
  })

  const [request] = server.requests
  expect(request?.path).toBe('/v1/chat/completions')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    model: 'test-model',
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'be brief' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'shell', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'Error: bad arguments' },
    ],
    tools: [{ type: 'function', function: { name: 'shell', description: 'runs', parameters } }],
  })
  const headers = Object.keys(request?.headers ?? {}).filter((name) => !TRANSPORT.has(name))
  expect(headers.sort()).toEqual(['accept', 'authorization', 'content-type', 'user-agent'])
  expect(request?.headers.authorization).toBe(`Bearer ${server.endpoint.key}`)
})

/** What Node's fetch needs for itself. */
const TRANSPORT = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
])

test('an endpoint without a key gets no authorization at all', async () => {
  const server = await serve(streamOf(chunkOf({ content: 'ok' }, 'stop')))

  await ask({ ...server, endpoint: { ...server.endpoint, key: '' } })

  expect(server.requests[0]?.headers.authorization).toBeUndefined()
})

test('an endpoint that refuses to report usage is asked again without, and from then on', async () => {
  const answer = streamOf(chunkOf({ content: 'ok' }, 'stop'))
  const refuse = refusalOf(400, { error: { message: 'Unrecognized request argument: stream_options' } })
  const server = await serve((request, response) =>
    request.body.includes('stream_options') ? refuse(request, response) : answer(request, response),
  )
  const model = createOpenAiModel({ endpoint: server.endpoint, clock: systemClock, ids: randomIds })

  for (let call = 0; call < 2; call++) {
    const events = await collect(model.stream(HELLO, new AbortController().signal))
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'ok', usage: null })
  }

  expect(server.requests.map(({ body }) => body.includes('stream_options'))).toEqual([true, false, false])
})

test('an answer that the endpoint ends without a reason is whole when its end mark came', async () => {
  const server = await serve(streamOf(chunkOf({ content: 'whole' })))

  expect((await ask(server)).at(-1)).toMatchObject({ type: 'done', text: 'whole' })
})

test('an end mark that arrives in two pieces is seen', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(toEvent(chunkOf({ content: 'whole' })))
    response.write('data: [DO', () => systemClock.setTimer(20, () => response.end('NE]\n\n')))
  })

  expect((await ask(server)).at(-1)).toMatchObject({ type: 'done', text: 'whole' })
})

test('a stream that breaks off after it told its use keeps what it cost', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(toEvent(chunkOf({ content: 'half an' })))
    response.write(
      toEvent({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } }),
    )
    systemClock.setTimer(50, () => response.destroy())
  })

  expect((await ask(server)).at(-1)).toMatchObject({
    type: 'failed',
    failure: { code: 'model_cut' },
    usage: { input: 100, output: 20 },
  })
})

test('bytes of an answer are told, whatever they hold: a call is streamed without a word of text', async () => {
  const call = { index: 0, id: 'c', type: 'function', function: { name: 'write_file', arguments: '{}' } }
  const server = await serve(streamOf(chunkOf({ tool_calls: [call] }), chunkOf({}, 'tool_calls')))
  let told = 0
  const model = createOpenAiModel({
    endpoint: server.endpoint,
    clock: systemClock,
    ids: createCountedIds(),
    onBytes: () => (told += 1),
  })

  const events = await collect(model.stream(HELLO, new AbortController().signal))

  expect(events.map(({ type }) => type)).toEqual(['done'])
  expect(told).toBeGreaterThan(0)
})

test('headers alone are no bytes: a request that is made again has brought nothing yet', async () => {
  const server = await serve(refusalOf(500, 'sorry'))
  let told = 0
  const model = createOpenAiModel({
    endpoint: server.endpoint,
    clock: systemClock,
    ids: createCountedIds(),
    onBytes: () => (told += 1),
  })

  await collect(model.stream(HELLO, new AbortController().signal))

  expect(told).toBe(0)
})
