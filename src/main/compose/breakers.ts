import type { BreakerView } from '../../shared/breaker.ts'
import { AppError } from '../../shared/errors.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import {
  createBehindBreaker,
  createPassBreaker,
  type Asking,
  type BehindBreaker,
  type PassBreaker,
} from '../crew/runs/behind-breaker.ts'
import { openBreakers, type Breakers } from '../outside/model/breaker.ts'
import { listModels } from '../outside/model/list-models.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'

export type BreakerParts = {
  readonly clock: Clock
  readonly ids: Ids
  readonly isAttended: boolean
  /** Where an agent asks today. Fails with `model_missing`, or `invalid_input` when its model is not the user's any more. */
  readonly endpointOf: (agent: Asking) => ModelEndpoint
  readonly onBreakerOpened: (breaker: BreakerView, conversationId: ConversationId) => void
}

/** The breakers of this process, and what the crew makes of them. */
export type BreakerRoom = {
  readonly breakers: Breakers
  readonly behindBreaker: BehindBreaker
  readonly passBreaker: PassBreaker
  readonly isHeld: (agent: Asking) => boolean
}

export function gatherBreakers(parts: BreakerParts, onChanged: () => void): BreakerRoom {
  const { clock, ids, isAttended, endpointOf } = parts
  const breakers = openBreakers({
    clock,
    ids,
    isReachable: (endpoint) => isReachable(endpoint, clock),
    onChanged,
    onOpened: (breaker, { conversationId }) => parts.onBreakerOpened(breaker, conversationId),
  })
  const behindBreaker = createBehindBreaker({
    breakers,
    isAttended,
    endpoint: (agent) => Promise.resolve().then(() => endpointOf(agent)),
  })
  return {
    breakers,
    behindBreaker,
    passBreaker: createPassBreaker(breakers, behindBreaker),
    isHeld: (agent) => {
      try {
        return breakers.isOpen(endpointOf(agent))
      } catch (thrown) {
        if (thrown instanceof AppError) return false // nothing is set: what begins says so
        throw thrown
      }
    },
  }
}

/** Any answer at all shows that there is a way. */
async function isReachable(endpoint: ModelEndpoint, clock: Clock): Promise<boolean> {
  const found = await listModels({ endpoint, clock, signal: new AbortController().signal })
  return found.ok || !NO_WAY.includes(found.failure.code)
}

const NO_WAY: readonly string[] = ['model_unreachable', 'model_timeout']
