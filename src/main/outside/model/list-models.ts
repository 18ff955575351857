import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelFailure } from '../../core/agent/ports.ts'
import type { Clock, Millis } from '../../platform/clock.ts'
import { failureOfAddress } from './endpoint-check.ts'
import { createEndpointFetch } from './endpoint-fetch.ts'
import { modelFailure } from './model-failure.ts'
import { startCall } from './open-call.ts'
import { resourceUrl } from './origin.ts'
import { TEST_LONGEST_MS, TEST_QUIET_MS } from './policy.ts'
import { readJson } from './read-json.ts'
import { failureOfThrown } from './thrown-failure.ts'
import { withDeadline } from './with-deadline.ts'

export type ModelList =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly failure: ModelFailure }

export type ListModelsOptions = {
  readonly endpoint: Omit<ModelEndpoint, 'model'>
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Silence after which it is given up. */
  readonly quietMs?: Millis
  /** The same for all of it, whatever comes. */
  readonly longestMs?: Millis
}

/** Asks the endpoint for the names of its models, sorted, each once. Never throws. */
export const listModels = (options: ListModelsOptions): Promise<ModelList> =>
  withDeadline(options.clock, options.longestMs ?? TEST_LONGEST_MS, (late) => ask(options, late))

async function ask(options: ListModelsOptions, late: AbortSignal): Promise<ModelList> {
  const { clock, signal, quietMs = TEST_QUIET_MS } = options
  const endpoint = { ...options.endpoint, model: '' }
  const obstacle = failureOfAddress(endpoint)
  if (obstacle) return { ok: false, failure: obstacle }
  const call = startCall({ clock, quietMs, onBytes: undefined }, AbortSignal.any([signal, late]))
  try {
    const response = await createEndpointFetch(endpoint, call)(resourceUrl(endpoint.baseUrl, 'models'), {
      signal: call.signal,
    })
    return { ok: true, models: namesIn(await readJson(response)) }
  } catch (thrown) {
    if (signal.aborted) return { ok: false, failure: modelFailure('stopped', endpoint) }
    if (call.isQuiet || late.aborted) return { ok: false, failure: modelFailure('model_timeout', endpoint) }
    const { hasAnswered: answered } = call
    return { ok: false, failure: failureOfThrown(thrown, { endpoint, now: clock.now(), answered }) }
  } finally {
    call[Symbol.dispose]()
  }
}

/** Made once: for each of thousands of names it would be made anew. */
const byLetters = new Intl.Collator('en')

/** `{data: [{id}]}`; whatever else comes holds no models. */
function namesIn(body: unknown): string[] {
  const list: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : []
  const ids: unknown[] = Array.isArray(list) ? list.map((item: { id?: unknown } | null) => item?.id) : []
  const names = new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))
  return [...names].sort(byLetters.compare)
}
