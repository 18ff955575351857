import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelFailure } from '../../core/agent/ports.ts'
import { modelFailure } from './model-failure.ts'
import { mayCarryKey, originOf } from './origin.ts'

/** Why this model cannot be asked, known before anything is sent. Null: it can. */
export const failureOfEndpoint = (endpoint: ModelEndpoint): ModelFailure | null =>
  endpoint.model === '' ? modelFailure('model_missing', endpoint) : failureOfAddress(endpoint)

/** Why nothing may be sent to this address, with this key. Null: it may. */
export function failureOfAddress(endpoint: ModelEndpoint): ModelFailure | null {
  if (endpoint.baseUrl === '') return modelFailure('model_missing', endpoint)
  if (originOf(endpoint.baseUrl) === null) {
    return modelFailure('model_rejected', endpoint, { reason: 'not_an_address' })
  }
  if (endpoint.key !== '' && !mayCarryKey(endpoint.baseUrl)) {
    return modelFailure('model_rejected', endpoint, { reason: 'key_over_plain_http' })
  }
  return null
}
