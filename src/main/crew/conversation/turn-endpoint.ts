import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import { followEndpoint } from '../../core/agent/endpoint.ts'
import type { Endpoint, Model } from '../../core/agent/ports.ts'
import type { Breakers } from '../../outside/model/breaker.ts'
import type { BehindBreaker, Parking } from '../runs/behind-breaker.ts'

export type TurnEndpointPorts = {
  readonly createModel: (endpoint: ModelEndpoint) => Model
  readonly behindBreaker: BehindBreaker
  readonly breakers: Pick<Breakers, 'refusalOf' | 'answered'>
}

export type TurnAsking = {
  /** What was set when the turn began. */
  readonly endpoint: ModelEndpoint
  readonly turn: Parking
  /** Whether a person wants this answer now: then it is asked for even where everybody else is refused. */
  readonly isDeliberate: boolean
}

/** Where a turn asks, and which endpoint that is right now. */
export type TurnEndpoint = Endpoint & { readonly inUse: ModelEndpoint }

/**
 * Where a turn asks: what was set when it began, until a refusal brings another.
 *
 * Behind an open breaker nothing is asked, but for what a person wants now: that one request shows whether the trouble is
 * over. An answer to it lets everybody go on; a refusal makes the turn wait like the others.
 */
export function turnEndpoint(
  ports: TurnEndpointPorts,
  { endpoint, turn, isDeliberate }: TurnAsking,
): TurnEndpoint {
  const { createModel, behindBreaker, breakers } = ports
  let inUse = endpoint
  let mayKnock = isDeliberate
  let knocks = false
  const followed = followEndpoint(
    createModel(endpoint),
    async (failure, signal) => {
      mayKnock = false
      knocks = false
      const next = await behindBreaker(turn, { endpoint: inUse, failure }, signal)
      if (next === null) return null
      inUse = next
      return createModel(next)
    },
    {
      closed() {
        const refusal = breakers.refusalOf(inUse)
        knocks = refusal !== null && mayKnock
        return knocks ? null : refusal
      },
      answered() {
        if (knocks) breakers.answered(inUse)
        knocks = false
      },
    },
  )
  return {
    get inUse() {
      return inUse
    },
    get model() {
      return followed.model
    },
    closed: followed.closed,
    answered: followed.answered,
    refused: followed.refused,
  }
}
