import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelFailure } from '../../core/agent/ports.ts'
import type { Clock, Millis } from '../../platform/clock.ts'
import { failureOfAddress } from './endpoint-check.ts'
import { createEndpointFetch } from './endpoint-fetch.ts'
import { modelFailure } from './model-failure.ts'
import { startCall } from './open-call.ts'
import { resourceUrl } from './origin.ts'
import { TEST_QUIET_MS } from './policy.ts'
import { failureOfThrown } from './thrown-failure.ts'

export type ModelList =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly failure: ModelFailure }

export type ListModelsOptions = {
  readonly endpoint: Omit<ModelEndpoint, 'model'>
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly quietMs?: Millis
}

/** Asks the endpoint for the names of its models, sorted. Never throws. */
export async function listModels(options: ListModelsOptions): Promise<ModelList> {
  const { clock, signal, quietMs = TEST_QUIET_MS } = options
  const endpoint = { ...options.endpoint, model: '' }
  const obstacle = failureOfAddress(endpoint)
  if (obstacle) return { ok: false, failure: obstacle }
  const call = startCall({ clock, quietMs, onBytes: undefined }, signal)
  try {
    const response = await createEndpointFetch(endpoint, call)(resourceUrl(endpoint.baseUrl, 'models'), {
      signal: call.signal,
    })
    return { ok: true, models: namesIn(await response.json()) }
  } catch (thrown) {
    if (signal.aborted) return { ok: false, failure: modelFailure('stopped', endpoint) }
    if (call.isQuiet) return { ok: false, failure: modelFailure('model_timeout', endpoint) }
    const { hasAnswered: answered } = call
    return { ok: false, failure: failureOfThrown(thrown, { endpoint, now: clock.now(), answered }) }
  } finally {
    call[Symbol.dispose]()
  }
}

/** `{data: [{id}]}`; whatever else comes holds no models. */
function namesIn(body: unknown): string[] {
  const list: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : []
  const ids: unknown[] = Array.isArray(list) ? list.map((item: { id?: unknown } | null) => item?.id) : []
  return ids.filter((id) => typeof id === 'string').sort((one, other) => one.localeCompare(other, 'en'))
}
