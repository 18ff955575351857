import { describe, expect, test } from 'vitest'
import type { ModelFailure } from '../../core/agent/ports.ts'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { collect } from '../../testing/collect.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { chunkOf, refusalOf, endpointsForTests, streamOf, toEvent } from '../../testing/endpoint.ts'
import type { AnswerRequest } from '../../testing/http-server.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createOpenAiModel, type OpenAiModelOptions } from './openai-model.ts'
import { QUIET_MS } from './policy.ts'

const serve = endpointsForTests()

const HELLO = { messages: [{ role: 'user', text: 'hello' }], tools: [] } as const

/** The failure of one call to an endpoint that answers like this. */
async function failureFrom(
  answer: AnswerRequest,
  options: Partial<OpenAiModelOptions> & { signal?: AbortSignal } = {},
): Promise<ModelFailure> {
  const server = await serve(answer)
  const { signal = new AbortController().signal, ...rest } = options
  const { endpoint } = server
  const model = createOpenAiModel({ endpoint, clock: systemClock, ids: createCountedIds(), ...rest })
  const last = (await collect(model.stream(HELLO, signal))).at(-1)
  if (last?.type !== 'failed') throw new Error(`no failure but ${JSON.stringify(last)}`)
  return last.failure
}

/** A good status, and JSON instead of a stream. */
const inOnePiece =
  (body: object): AnswerRequest =>
  (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }

const openAiError = (message: string, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
})

describe('an HTTP error becomes', () => {
  const cases: readonly (readonly [ModelFailure['code'], string, number, unknown])[] = [
    ['model_unauthorized', 'a wrong key', 401, openAiError('Incorrect API key provided', 'invalid_api_key')],
    [
      'model_unauthorized',
      'a wrong key at Gemini',
      400,
      [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }],
    ],
    ['model_no_credit', 'DeepSeek without money', 402, openAiError('Insufficient Balance')],
    [
      'model_no_credit',
      'OpenAI without money',
      429,
      openAiError('You exceeded your current quota', 'insufficient_quota'),
    ],
    [
      'model_no_credit',
      'Anthropic without money',
      400,
      openAiError('Your credit balance is too low to access the API'),
    ],
    [
      'model_forbidden',
      'a key without rights',
      403,
      openAiError('You are not allowed to sample from this model'),
    ],
    [
      'model_rejected',
      'a request that OpenRouter had moderated',
      403,
      openAiError('Input was flagged: it requires moderation'),
    ],
    [
      'model_unknown',
      'an unknown model',
      404,
      openAiError('The model `x` does not exist', 'model_not_found'),
    ],
    ['model_unknown', 'an unknown model at DeepSeek', 400, openAiError('Model Not Exist')],
    ['model_unknown', 'a path that is not there', 404, 'page not found'],
    [
      'model_rate_limited',
      'too many requests',
      429,
      openAiError('Rate limit reached', 'rate_limit_exceeded'),
    ],
    [
      'model_rate_limited',
      'a Gemini limit per minute',
      429,
      openAiError('You exceeded your current quota. Please retry in 32.5s.'),
    ],
    [
      'model_rate_limited',
      'a limit of tokens, which is no overflow',
      429,
      openAiError('Request too large: reduce the length of the messages'),
    ],
    ['model_overflow', 'a body that is too large', 413, 'Request Entity Too Large'],
    ['model_rejected', 'a parameter refused', 400, openAiError('temperature must be at most 2')],
    ['model_rejected', 'an unprocessable request', 422, { detail: [{ msg: 'field required' }] }],
    ['model_timeout', 'an endpoint that waited for us', 408, ''],
    ['model_unavailable', 'an internal error', 500, openAiError('The server had an error')],
    [
      'model_unavailable',
      'an overloaded endpoint',
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ],
    ['model_unavailable', 'a gateway without anyone behind it', 502, '<html><body>Bad Gateway</body></html>'],
  ]
  test.each(cases)('%s: %s', async (code, _words, status, body) => {
    expect(await failureFrom(refusalOf(status, body))).toMatchObject({ code, details: { status } })
  })
})

test('the details name host, model, status and the words of the endpoint, in one line', async () => {
  const { details } = await failureFrom(refusalOf(400, openAiError('no such\n  thing', 'bad_thing')))

  expect(details).toEqual({
    host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string,
    model: 'test-model',
    status: 400,
    reason: 'bad_thing invalid_request_error',
    message: 'no such thing',
  })
})

test('a key that the endpoint repeats stays out of the failure', async () => {
  const key = randomIds.next('secret')
  const server = await serve((request, response) =>
    refusalOf(401, openAiError(`Incorrect API key: ${request.headers.authorization ?? ''}`))(
      request,
      response,
    ),
  )
  const endpoint = { ...server.endpoint, key }
  const model = createOpenAiModel({ endpoint, clock: systemClock, ids: randomIds })

  const events = await collect(model.stream(HELLO, new AbortController().signal))

  expect(server.requests[0]?.headers.authorization).toContain(key)
  expect(JSON.stringify(events)).toContain('Incorrect API key')
  expect(JSON.stringify(events)).not.toContain(key)
})

describe('the wait that is asked for is read from', () => {
  const limited = openAiError('slow down')
  test('seconds', async () => {
    const failure = await failureFrom(refusalOf(429, limited, { 'retry-after': '7' }))
    expect(failure.retryAfterMs).toBe(7_000)
  })
  test('a date', async () => {
    const clock = { ...createManualClock(), now: () => Date.parse('2026-05-01T10:00:00Z') }
    const headers = { 'retry-after': 'Fri, 01 May 2026 10:01:30 GMT' }
    expect((await failureFrom(refusalOf(429, limited, headers), { clock })).retryAfterMs).toBe(90_000)
  })
  test('words', async () => {
    const failure = await failureFrom(refusalOf(429, openAiError('Please try again in 1m2.5s.')))
    expect(failure.retryAfterMs).toBe(62_500)
  })
  test('an endpoint that is down for a while', async () => {
    const failure = await failureFrom(refusalOf(503, 'maintenance', { 'retry-after': '120' }))
    expect(failure).toMatchObject({ code: 'model_unavailable', retryAfterMs: 120_000 })
  })
})

describe('a stream that goes wrong becomes', () => {
  const begun = toEvent(chunkOf({ content: 'half an ans' }))
  const streaming =
    (rest: (response: Parameters<AnswerRequest>[1]) => void): AnswerRequest =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(begun, () => rest(response))
    }

  test('model_cut when the connection breaks', async () => {
    const failure = await failureFrom(streaming((response) => response.destroy()))
    expect(failure.code).toBe('model_cut')
  })
  test('model_cut when it ends without an end', async () => {
    expect((await failureFrom(streaming((response) => response.end()))).code).toBe('model_cut')
  })
  test('model_cut when it cannot be read', async () => {
    const failure = await failureFrom(streaming((response) => response.end('data: {"choices": [\n\n')))
    expect(failure.code).toBe('model_cut')
  })
  test('model_unavailable when it ends in an error', async () => {
    const error = { error: { message: 'worker crashed', type: 'server_error' } }
    const failure = await failureFrom(streaming((response) => response.end(toEvent(error))))
    expect(failure).toMatchObject({ code: 'model_unavailable', details: { message: 'worker crashed' } })
  })
  test('model_overflow when the window fills on the way', async () => {
    const error = { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } }
    expect((await failureFrom(streaming((response) => response.end(toEvent(error))))).code).toBe(
      'model_overflow',
    )
  })
  test('what the status in it says, when it passes one on', async () => {
    const error = { error: { code: 429, message: 'Provider returned error' } }
    const failure = await failureFrom(streaming((response) => response.end(toEvent(error))))
    expect(failure.code).toBe('model_rate_limited')
  })
})

test('an answer without text or call is empty, however much was thought', async () => {
  const failure = await failureFrom(streamOf(chunkOf({ reasoning_content: 'hm' }), chunkOf({}, 'length')))

  expect(failure).toMatchObject({ code: 'model_empty', details: { reason: 'length' } })
})

test('an answer that a filter held back was rejected', async () => {
  const failure = await failureFrom(streamOf(chunkOf({}, 'content_filter')))

  expect(failure).toMatchObject({ code: 'model_rejected', details: { reason: 'content_filter' } })
})

test('an answer that reached its greatest length is told as that, however much had come', async () => {
  const failure = await failureFrom(streamOf(chunkOf({ content: 'so far' }), chunkOf({}, 'length')))

  expect(failure).toMatchObject({ code: 'model_length' })
})

test('an answer that was filtered after some words is told as that', async () => {
  const failure = await failureFrom(streamOf(chunkOf({ content: 'so far' }), chunkOf({}, 'content_filter')))

  expect(failure).toMatchObject({ code: 'model_rejected', details: { reason: 'content_filter' } })
})

test('an error in one piece with a good status is read like one in the stream', async () => {
  const body = { error: { message: 'Insufficient Balance', code: 'insufficient_quota' } }

  expect(await failureFrom(inOnePiece(body))).toMatchObject({
    code: 'model_no_credit',
    details: { message: 'Insufficient Balance' },
  })
})

test('an error in one piece may be a list, and may lack the word error', async () => {
  expect(
    await failureFrom(inOnePiece([{ error: { message: 'quota', status: 'RESOURCE_EXHAUSTED' } }])),
  ).toMatchObject({
    details: { message: 'quota' },
  })
  expect(await failureFrom(inOnePiece({ code: 'insufficient_quota', message: 'spent' }))).toMatchObject({
    code: 'model_no_credit',
  })
})

test('a stream that calls itself JSON is read as the stream that it is', async () => {
  const failure = await failureFrom((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      `${toEvent(chunkOf({ content: 'so far' }))}${toEvent(chunkOf({}, 'length'))}data: [DONE]\n\n`,
    )
  })

  expect(failure).toMatchObject({ code: 'model_length' })
})

test('an endpoint that answers in one piece where a stream was asked for is told as that, and asked no more', async () => {
  const body = { choices: [{ message: { role: 'assistant', content: 'hi' } }] }

  expect(await failureFrom(inOnePiece(body))).toMatchObject({
    code: 'model_rejected',
    details: { reason: 'not_streamed' },
  })
})

test('an address that answers with a web page is no endpoint', async () => {
  const failure = await failureFrom((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end('<!doctype html><title>Welcome</title>')
  })

  expect(failure).toMatchObject({ code: 'model_rejected', details: { reason: 'web_page' } })
})

test('a redirect is not followed, and the failure names where it led', async () => {
  const other = await serve((_request, response) => void response.end('caught'))
  const failure = await failureFrom(refusalOf(307, '', { location: `${other.url}/v1/chat/completions` }))

  expect(failure).toMatchObject({
    code: 'model_rejected',
    details: { status: 307, target: other.url.replace('http://', '') },
  })
  expect(other.requests).toEqual([])
})

test('an endpoint where nobody listens is unreachable', async () => {
  const server = await serve(() => undefined)
  await server[Symbol.asyncDispose]()
  const model = createOpenAiModel({ endpoint: server.endpoint, clock: systemClock, ids: randomIds })

  const events = await collect(model.stream(HELLO, new AbortController().signal))

  expect(events).toMatchObject([
    {
      failure: {
        code: 'model_unreachable',
        details: {
          reason: 'ECONNREFUSED',
          message: `connect ECONNREFUSED ${new URL(server.url).host}`,
        },
      },
    },
  ])
})

test('a host that no name server knows is unreachable', async () => {
  const failure = await failureFrom(() => undefined, {
    endpoint: { kind: 'openai', baseUrl: 'https://nowhere.invalid/v1', model: 'm', key: 'k' },
  })

  expect(failure).toMatchObject({ code: 'model_unreachable', details: { host: 'nowhere.invalid' } })
})

describe('silence is a time-out', () => {
  test('when nothing comes at all', async () => {
    const clock = createManualClock()
    const failure = failureFrom(() => clock.advance(QUIET_MS), { clock })
    expect((await failure).code).toBe('model_timeout')
  })
  test('when it sets in after the first bytes', async () => {
    const failure = await failureFrom(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(toEvent(chunkOf({ content: 'hal' })))
      },
      { quietMs: 50 },
    )
    expect(failure.code).toBe('model_timeout')
  })
  test('but not as long as anything comes, be it only a comment', async () => {
    const server = await serve(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let beat = 0; beat < 6; beat++) {
        response.write(': still working\n\n')
        await new Promise((resolve) => systemClock.setTimer(40, () => resolve(undefined)))
      }
      response.end(toEvent(chunkOf({ content: 'done' }, 'stop')))
    })
    const { endpoint } = server
    const model = createOpenAiModel({ endpoint, clock: systemClock, ids: randomIds, quietMs: 150 })

    expect((await collect(model.stream(HELLO, new AbortController().signal))).at(-1)?.type).toBe('done')
  })
})

describe('a stop ends a call at once', () => {
  test('before the endpoint answered', async () => {
    const stop = new AbortController()
    const failure = await failureFrom(() => stop.abort(), { signal: stop.signal })
    expect(failure.code).toBe('stopped')
  })
  test('in the middle of an answer', async () => {
    const stop = new AbortController()
    const failure = await failureFrom(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(toEvent(chunkOf({ content: 'hal' })), () => stop.abort())
      },
      { signal: stop.signal },
    )
    expect(failure.code).toBe('stopped')
  })
  test('that was never sent', async () => {
    const requests: string[] = []
    const failure = await failureFrom(({ path }) => void requests.push(path), { signal: AbortSignal.abort() })
    expect([failure.code, requests]).toEqual(['stopped', []])
  })
})

describe('nothing is sent', () => {
  const refused = async (baseUrl: string, { model = 'm', key = 'k' } = {}) =>
    failureFrom(() => undefined, { endpoint: { kind: 'openai', baseUrl, model, key } })

  test('with a key over plain http to another computer', async () => {
    const failure = await refused('http://models.example/v1')
    expect(failure).toMatchObject({ code: 'model_rejected', details: { reason: 'key_over_plain_http' } })
  })
  test('to something that is no address', async () => {
    expect(await refused('models')).toMatchObject({ details: { reason: 'not_an_address' } })
  })
  test('without a model', async () => {
    expect((await refused('https://models.example', { model: '' })).code).toBe('model_missing')
  })
})
