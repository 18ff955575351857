import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Message, ModelEvent } from '../../core/agent/ports.ts'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { collect } from '../../testing/collect.ts'
import { chunkOf, endpointsForTests, streamOf, toEvent } from '../../testing/endpoint.ts'
import type { AnswerRequest } from '../../testing/http-server.ts'
import { createOpenAiModel } from './openai-model.ts'

const serve = endpointsForTests()

/** Both ways out: the usual one, and the one with settings of its own. */
const WAYS = [
  ['straight', undefined],
  ['through its own connections', { httpProxy: '', httpsProxy: '', noProxy: '*', authorities: '' }],
] as const

type Asking = {
  readonly network?: (typeof WAYS)[number][1]
  readonly messages?: readonly Message[]
  readonly quietMs?: number
}

/** What one call brings, and the request that it made. */
async function ask(answer: AnswerRequest, asking: Asking = {}) {
  const { network, messages = [{ role: 'user', text: 'hello' }], quietMs } = asking
  const server = await serve(answer)
  const endpoint = { ...server.endpoint, ...(network ? { network } : {}) }
  const model = createOpenAiModel({
    ...{ endpoint, clock: systemClock, ids: randomIds },
    ...(quietMs === undefined ? {} : { quietMs }),
  })
  const events: ModelEvent[] = await collect(
    model.stream({ messages, tools: [] }, new AbortController().signal),
  )
  return { last: events.at(-1), server }
}

const bytes =
  (...parts: readonly (string | Buffer)[]): AnswerRequest =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of parts) {
      response.write(part)
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  }
const whole = (text: string): string =>
  `${toEvent(chunkOf({ content: text }))}${toEvent(chunkOf({}, 'stop'))}data: [DONE]\n\n`

/** The same events, each with its data over several lines. */
const spread = (text: string): string => text.replaceAll('":{', '":\ndata:{').replaceAll('],', '],\ndata: ')

describe('a stream is read', () => {
  const TEXT = 'Grüße, 数据, 👩‍🚀'
  const utf8 = Buffer.from(whole(TEXT))

  test.each<[string, readonly (string | Buffer)[]]>([
    ['with Windows line ends', [whole(TEXT).replaceAll('\n', '\r\n')]],
    [
      'with a Windows line end torn in two',
      [
        ...whole(TEXT)
          .replaceAll('\n', '\r\n')
          .split(/(?<=\r)/),
      ],
    ],
    [
      'with comments and named events between',
      [`: hi\n\nevent: ping\n: again\n\nid: 1\nretry: 10\n${whole(TEXT)}`],
    ],
    ['with data over several lines', [spread(whole(TEXT))]],
    [
      'with such lines torn at a Windows end',
      spread(whole(TEXT))
        .replaceAll('\n', '\r\n')
        .split(/(?<=\r)/),
    ],
    ['with a byte order mark in front', [`\uFEFF${whole(TEXT)}`]],
    ['without a blank behind the colon', [whole(TEXT).replaceAll('data: ', 'data:')]],
    ['byte by byte, its characters torn', [...utf8].map((byte) => Buffer.from([byte]))],
    ['when its last line has no end', [whole(TEXT).trimEnd()]],
  ])('%s', async (_how, parts) => {
    expect((await ask(bytes(...parts))).last).toMatchObject({ type: 'done', text: TEXT })
  })

  test.each([
    ['as words', 'data: {"error":"the worker went away"}\n\n'],
    ['as an event of its own', 'event: error\ndata: {"message":"the worker went away"}\n\n'],
  ])('and an error in it, %s, is told', async (_how, said) => {
    const { last } = await ask(bytes(toEvent(chunkOf({ content: 'hal' })), said))

    expect(last).toMatchObject({
      failure: { code: 'model_unavailable', details: { message: 'the worker went away' } },
    })
  })

  test('with one line of eight million characters', async () => {
    const text = 'x'.repeat(8_000_000)

    const { last } = await ask(bytes(whole(text)))

    expect(last?.type === 'done' && last.text.length).toBe(text.length)
  })
})

describe.each(WAYS)('an answer that comes %s', (_way, network) => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('may be packed with %s', async (encoding, pack) => {
    const word = randomIds.next('token')
    const answer: AnswerRequest = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding })
      response.end(pack(whole(word)))
    }

    expect((await ask(answer, { network })).last).toMatchObject({ type: 'done', text: word })
  })

  test.each([301, 302, 303, 307, 308])(
    'is none when it is a redirect with status %i, which nobody follows',
    async (status) => {
      const other = await serve(streamOf(chunkOf({ content: 'caught' }, 'stop')))
      const { last } = await ask(
        (_request, response) =>
          void response.writeHead(status, { location: `${other.url}/v1/chat/completions` }).end(),
        { network },
      )

      expect(last).toMatchObject({ type: 'failed', failure: { code: 'model_rejected', details: { status } } })
      expect(other.requests).toEqual([])
    },
  )

  test('is given up when nothing follows its headers', async () => {
    const answer: AnswerRequest = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
    }

    expect((await ask(answer, { network, quietMs: 100 })).last).toMatchObject({
      failure: { code: 'model_timeout' },
    })
  })
})

describe('calls', () => {
  const callsOf = (...fragments: readonly object[]): AnswerRequest =>
    streamOf(...fragments.map((fragment) => chunkOf({ tool_calls: [fragment] })), chunkOf({}, 'tool_calls'))

  test('with five million characters of arguments come whole, in pieces or at once', async () => {
    const content = 'y'.repeat(5_000_000)
    const text = JSON.stringify({ path: 'a', content })
    const pieces = text.match(/.{1,50000}/gs) ?? []

    const parts = pieces.map((part, at) => ({
      index: 0,
      ...(at === 0 ? { id: 'a' } : {}),
      function: { ...(at === 0 ? { name: 'write_file' } : {}), arguments: part },
    }))
    for (const answer of [
      callsOf(...parts),
      callsOf({ index: 0, id: 'a', function: { name: 'write_file', arguments: text } }),
    ]) {
      const { last } = await ask(answer)
      const [call] = last?.type === 'done' ? last.toolCalls : []
      expect(call?.arguments.length).toBe(text.length)
    }
  })

  test('without index, without ids or with the same id are told apart', async () => {
    const called = (name: string, more: object): object => ({ ...more, function: { name, arguments: '{}' } })
    const { last } = await ask(
      callsOf(
        called('a', {}),
        called('b', { id: 'x' }),
        called('c', { id: 'x', index: 1 }),
        called('d', { index: 2 }),
      ),
    )

    const calls = last?.type === 'done' ? last.toolCalls : []
    expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(4)
  })
})

describe('what goes back to an endpoint', () => {
  /** The messages as they were sent. */
  async function sent(
    messages: readonly Message[],
  ): Promise<readonly { tool_calls?: { function: { name: string } }[]; content: string }[]> {
    const { server } = await ask(streamOf(chunkOf({ content: 'ok' }, 'stop')), { messages })
    return (JSON.parse(server.requests[0]?.body ?? '') as { messages: never[] }).messages
  }

  test.each(['', 'read file', 'functions.read_file:0', 'lies\n', 'x'.repeat(300), '文件'])(
    'never holds a name that endpoints refuse, whatever a model once called: %j',
    async (name) => {
      const call = { id: 'call_1', name, arguments: '{}' }
      const [message] = await sent([
        { role: 'assistant', text: '', toolCalls: [call] },
        { role: 'tool', callId: 'call_1', text: 'no' },
      ])

      expect(message?.tool_calls?.[0]?.function.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    },
  )

  test('keeps a name that they take', async () => {
    const call = { id: 'call_1', name: 'read_file', arguments: '{}' }
    const [message] = await sent([
      { role: 'assistant', text: '', toolCalls: [call] },
      { role: 'tool', callId: 'call_1', text: '' },
    ])

    expect(message?.tool_calls?.[0]?.function.name).toBe('read_file')
  })

  test('never holds half a character', async () => {
    const messages = await sent([
      { role: 'user', text: `cut ${'👍'.slice(0, 1)}` },
      { role: 'assistant', text: '👍'.slice(1), toolCalls: [{ id: 'c', name: 'a', arguments: '{}' }] },
      { role: 'tool', callId: 'c', text: '👍'.slice(0, 1) },
    ])

    expect(messages.map(({ content }) => content)).toEqual(['cut \uFFFD', '\uFFFD', '\uFFFD'])
  })
})
