import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import { networkFetch } from './network-fetch.ts'
import { originOf } from './origin.ts'
import { toRefusal, type Refusal } from './refusal.ts'

/** What can be seen of an answer's bytes on their way. */
export interface ResponseWatch {
  /** It works on the request: what comes is an answer, and no refusal. */
  began(): void
  /** Something came: headers or bytes. */
  heard(): void
  /** Bytes of the answer came. */
  streamed(): void
  /** The stream said that it is over. */
  ended(): void
}

/** Thrown instead of an answer that is none; carries what the endpoint said. */
export class EndpointRefusal extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super('The endpoint refused the request.')
    this.name = 'EndpointRefusal'
    this.refusal = refusal
  }
}

/**
 * A fetch for one endpoint: it alone puts the key on, only for the endpoint's own origin, and sends no header but the
 * few that are needed. (The client would add the machine's architecture, and whatever `OPENAI_*` variables say.)
 * Redirects are not followed.
 * @throws EndpointRefusal for every status but 2xx, for a web page, and for JSON where a stream was asked for; else what `fetch` throws
 */
export const createEndpointFetch =
  (endpoint: ModelEndpoint, watch: ResponseWatch): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const isOwn = url.origin === originOf(endpoint.baseUrl)
    const response = await networkFetch(endpoint.network)(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: init?.body ? 'text/event-stream' : 'application/json',
        'user-agent': 'Muster',
        ...(init?.body ? { 'content-type': 'application/json' } : {}),
        ...(endpoint.key !== '' && isOwn ? { authorization: `Bearer ${endpoint.key}` } : {}),
      },
    })
    watch.heard()
    if (!response.ok) throw new EndpointRefusal(await readRefusal(response))
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('text/html')) throw new EndpointRefusal(WEB_PAGE)
    if (init?.body && /^application\/json/i.test(type)) return watched(await streamIn(response, watch), watch)
    return watched(response, watch)
  }

/** What a wrong base URL often leads to. */
const WEB_PAGE: Refusal = { status: 200, kind: 'web_page', message: '', headers: null }

/**
 * A stream that calls itself JSON is one all the same.
 * @throws EndpointRefusal for real JSON: an error that came with a good status, or an answer in one piece
 */
async function streamIn(response: Response, watch: ResponseWatch): Promise<Response> {
  const text = await response.text()
  const body = parsed(text)
  if (typeof body === 'string') return new Response(text, { headers: response.headers })
  const isAnswer = typeof body === 'object' && body !== null && 'choices' in body
  if (isAnswer) watch.began()
  throw new EndpointRefusal(
    isAnswer ? { ...WEB_PAGE, kind: 'not_streamed' } : toRefusal(null, body, response.headers),
  )
}

async function readRefusal(response: Response): Promise<Refusal> {
  const text = await response.text()
  return toRefusal(response.status, parsed(text), response.headers)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const END_MARK = /data:\s*\[DONE\]/

/** Bytes of the tail that are kept, so that a mark torn in two is still seen. */
const TAIL = 32

function watched(response: Response, watch: ResponseWatch): Response {
  watch.began()
  if (response.body === null) return response
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let tail = ''
  const look = (bytes: Uint8Array): void => {
    watch.heard()
    watch.streamed()
    const seen = tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    if (END_MARK.test(seen)) watch.ended()
    tail = seen.slice(-TAIL)
  }
  // Not through a TransformStream: that takes ten times as long, half a millisecond an answer.
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) {
        controller.close()
        return
      }
      look(value)
      controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}
