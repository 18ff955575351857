import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../../core/agent/ports.ts'
import type { Clock, Millis } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createEndpointFetch, EndpointRefusal } from './endpoint-fetch.ts'
import { failureOfEndpoint } from './endpoint-check.ts'
import { readEvents, StreamError } from './event-stream.ts'
import { modelFailure } from './model-failure.ts'
import { startCall, type OpenCall } from './open-call.ts'
import { QUIET_MS } from './policy.ts'
import { toProviderMessages, toProviderTools, type ImageContents } from './provider-messages.ts'
import { createStreamAssembly, type Assembled, type Chunk } from './stream-assembly.ts'
import { failureOfThrown } from './thrown-failure.ts'

export type OpenAiModelOptions = {
  readonly endpoint: ModelEndpoint
  readonly clock: Clock
  readonly ids: Ids
  /** Silence after which a call is given up. */
  readonly quietMs?: Millis
  /** Bytes of an answer came, whatever they hold: calls are streamed without a word of text. */
  readonly onBytes?: () => void
  /** Absent: the model's own. */
  readonly temperature?: number
  /** What the images in messages show. */
  readonly images?: ImageContents
}

/** The client takes a tenth of a second to load, most of it for what Node needs to fetch at all. */
export const loadClient = () => import('openai')

/** A model behind any endpoint that speaks OpenAI's chat completions. Works in every process of ours. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { endpoint, clock, ids, quietMs = QUIET_MS, onBytes } = options
  const ask = createAsker(options)
  void loadClient() // begun while the request is still being put together
  return {
    name: endpoint.model,
    async *stream(request, signal) {
      const obstacle = failureOfEndpoint(endpoint)
      if (obstacle) {
        yield { type: 'failed', failure: obstacle }
        return
      }
      const call = startCall({ clock, quietMs, onBytes }, signal)
      const assembly = createStreamAssembly(() => ids.next('call'), callIdsOf(request))
      try {
        for await (const chunk of await ask(request, call)) {
          const delta = assembly.add(chunk)
          if (delta.text !== '' || delta.thinking !== '') yield { type: 'delta', ...delta }
        }
        yield end(assembly.result(), { call, endpoint, signal })
      } catch (thrown) {
        const { hasAnswered: answered } = call
        const failure = failureOfThrown(thrown, { endpoint, now: clock.now(), answered })
        const broken = interruption({ call, endpoint, signal })
        const { usage } = assembly.result()
        // Whether it was at work on what was broken off, it had no time to say.
        const begun = broken !== null || (call.hasBegun && !(thrown instanceof StreamError))
        yield { type: 'failed', failure: broken ?? failure, usage, begun }
      } finally {
        call[Symbol.dispose]()
      }
    },
  }
}

type Ask = (request: ModelRequest, call: OpenCall) => Promise<AsyncIterable<Chunk>>

/** Sends requests; once an endpoint refused to report usage it is not asked to again. */
function createAsker(options: OpenAiModelOptions): Ask {
  let reportsUsage = true
  return async (request, call) => {
    try {
      return await send(options, { request, call, reportsUsage })
    } catch (thrown) {
      if (!reportsUsage || !isAboutUsage(thrown)) throw thrown
      reportsUsage = false
      return send(options, { request, call, reportsUsage })
    }
  }
}

type Sending = {
  readonly request: ModelRequest
  readonly call: OpenCall
  readonly reportsUsage: boolean
}

async function send(
  { endpoint, temperature, images }: OpenAiModelOptions,
  { request, call, reportsUsage }: Sending,
): Promise<AsyncIterable<Chunk>> {
  const { OpenAI } = await loadClient()
  const client = new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: 'put on by our own fetch',
    maxRetries: 0,
    logLevel: 'off',
    fetch: createEndpointFetch(endpoint, call),
  })
  const asked = client.chat.completions.create(
    {
      model: endpoint.model,
      messages: toProviderMessages(request.messages, images),
      ...(request.tools.length === 0 ? {} : { tools: toProviderTools(request.tools) }),
      ...(reportsUsage ? { stream_options: { include_usage: true } } : {}),
      ...(temperature === undefined ? {} : { temperature }),
      stream: true,
    },
    { signal: call.signal },
  )
  const { body } = await asked.asResponse() // read by ourselves: the client stumbles over events that carry no data
  return readEvents((body ?? []) as AsyncIterable<Uint8Array>) as AsyncIterable<Chunk>
}

function isAboutUsage(thrown: unknown): boolean {
  const cause = thrown instanceof Error ? thrown.cause : null
  return cause instanceof EndpointRefusal && /stream_options|include_usage/.test(cause.refusal.message)
}

type Ending = { readonly call: OpenCall; readonly endpoint: ModelEndpoint; readonly signal: AbortSignal }

/** A stream that ended without a word of why was cut, however much had come. */
function end(assembled: Assembled, ending: Ending): ModelEvent {
  const failure = interruption(ending) ?? shortcoming(assembled, ending)
  const { text, thinking, toolCalls, usage } = assembled
  if (failure) return { type: 'failed', failure, usage, begun: true }
  return { type: 'done', text, thinking, toolCalls, usage }
}

function interruption({ call, endpoint, signal }: Ending): ModelFailure | null {
  if (signal.aborted) return modelFailure('stopped', endpoint)
  return call.isQuiet ? modelFailure('model_timeout', endpoint) : null
}

function shortcoming(
  { text, toolCalls, finishReason }: Assembled,
  { call, endpoint }: Ending,
): ModelFailure | null {
  if (finishReason === null && !call.hasEnded) return modelFailure('model_cut', endpoint)
  if (finishReason === 'content_filter')
    return modelFailure('model_rejected', endpoint, { reason: finishReason })
  // A call that was cut in its arguments is told its model as that, and made again.
  if (toolCalls.length > 0) return null
  if (text.trim() !== '') return finishReason === 'length' ? modelFailure('model_length', endpoint) : null
  return modelFailure('model_empty', endpoint, finishReason === null ? {} : { reason: finishReason })
}

const callIdsOf = (request: ModelRequest): ReadonlySet<string> =>
  new Set(
    request.messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
    ),
  )
