import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import { followEndpoint } from '../../core/agent/endpoint.ts'
import type { Endpoint, Model } from '../../core/agent/ports.ts'
import type { BehindBreaker, Parking } from '../runs/behind-breaker.ts'

export type TurnEndpointPorts = {
  readonly createModel: (endpoint: ModelEndpoint) => Model
  readonly behindBreaker: BehindBreaker
}

/** Where a turn asks: what was set when it began, until a refusal brings another. */
export function turnEndpoint(
  { createModel, behindBreaker }: TurnEndpointPorts,
  first: ModelEndpoint,
  turn: Parking,
): Endpoint {
  let inUse = first
  return followEndpoint(createModel(first), async (failure, signal) => {
    const next = await behindBreaker(turn, { endpoint: inUse, failure }, signal)
    if (next === null) return null
    inUse = next
    return createModel(next)
  })
}
