import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelFailure } from '../../core/agent/ports.ts'
import type { Millis } from '../../platform/clock.ts'
import { EndpointRefusal } from './endpoint-fetch.ts'
import { StreamError } from './event-stream.ts'
import { failureOfRefusal, modelFailure } from './model-failure.ts'
import { toRefusal } from './refusal.ts'

type Circumstances = {
  readonly endpoint: ModelEndpoint
  readonly now: Millis
  /** Whether the endpoint had begun to answer. */
  readonly answered: boolean
}

/** Says what something thrown by fetch, by the client or on the way between them means. Never throws. */
export function failureOfThrown(thrown: unknown, { endpoint, now, answered }: Circumstances): ModelFailure {
  const causes = causesOf(thrown)
  const refused = causes.find((cause) => cause instanceof EndpointRefusal)
  if (refused) return failureOfRefusal(refused.refusal, endpoint, now)

  const midStream = causes.find((cause) => cause instanceof StreamError)
  if (midStream) return failureOfRefusal(toRefusal(null, midStream.error, null), endpoint, now)

  const reason = causes.map(codeOf).find((code) => code !== null) ?? causes.at(-1)?.name ?? typeof thrown
  if (SILENCE.test(reason)) return modelFailure('model_timeout', endpoint, { reason })
  if (answered) return modelFailure('model_cut', endpoint, { reason })
  return modelFailure('model_unreachable', endpoint, { reason, message: wordsOf(causes) })
}

/** Node's own fetch gave up waiting. */
const SILENCE = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/

/** Outermost first. */
function causesOf(thrown: unknown): Error[] {
  if (!(thrown instanceof Error)) return []
  // A name with several addresses was tried at each of them.
  const deeper = thrown instanceof AggregateError ? (thrown.errors[0] as unknown) : thrown.cause
  return [thrown, ...causesOf(deeper)]
}

/** The system's own words name who could not be reached: maybe not the endpoint but a proxy on the way to it. */
const wordsOf = (causes: readonly Error[]): string =>
  causes.findLast(({ message }) => message !== '')?.message ?? ''

const codeOf = (cause: Error): string | null =>
  'code' in cause && typeof cause.code === 'string' ? cause.code : null
