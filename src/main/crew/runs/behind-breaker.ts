import { UNATTENDED_WAIT_MS } from '../../../shared/breaker.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { Breakers, Refusal, Waiter } from '../../outside/model/breaker.ts'
import { passesWithin } from '../../outside/model/next-look.ts'

/** Who asks a model: a conversation, or a run of it with the model that it was given by name, if it was. */
export type Asking = { readonly conversationId: ConversationId; readonly model?: string | null }

/** An agent that can wait: its row says so while it does, and its place is somebody else's. */
export type Parking = Waiter &
  Asking & {
    park(): Promise<void>
    unpark(): Promise<void>
  }

/** What becomes of a refusal: the endpoint to go on with, or null: give up. Takes as long as it takes. */
export type BehindBreaker = (
  agent: Parking,
  refusal: Refusal,
  signal: AbortSignal,
) => Promise<ModelEndpoint | null>

export type BehindBreakerPorts = {
  readonly breakers: Breakers
  /** Today's. Fails with `model_missing`. */
  readonly endpoint: (agent: Asking) => Promise<ModelEndpoint>
  /**
   * Whether somebody could see to an open breaker. A command has nobody: its own answer gives up unless the trouble passes
   * soon by itself; what its runs have done stays whole for the next start.
   */
  readonly isAttended: boolean
}

/**
 * Lets agents wait behind a breaker. A refusal of an endpoint that is not today's any more is old news: who brings it goes
 * on with today's. Who comes to its turn only after another has asked in vain waits on.
 */
export function createBehindBreaker({ breakers, endpoint, isAttended }: BehindBreakerPorts): BehindBreaker {
  return async (agent, refusal, signal) => {
    let next = await endpoint(agent)
    let known = isSame(next, refusal.endpoint) ? refusal : knownOf(next)
    while (known !== null) {
      if (!mayWait(agent, known) || !(await standBy(agent, known, signal))) return null
      next = await endpoint(agent)
      known = knownOf(next)
    }
    return next
  }

  function knownOf(asked: ModelEndpoint): Refusal | null {
    const failure = breakers.refusalOf(asked)
    return failure && { endpoint: asked, failure }
  }
  function mayWait({ runId }: Parking, { failure }: Refusal): boolean {
    return isAttended || runId !== null || passesWithin(UNATTENDED_WAIT_MS, failure)
  }
  /** True: it may ask again. */
  async function standBy(agent: Parking, refusal: Refusal, signal: AbortSignal): Promise<boolean> {
    const over = new AbortController()
    // First: what parking sets free must find it open.
    const goesOn = breakers.wait(agent, refusal, AbortSignal.any([signal, over.signal]))
    try {
      await agent.park()
      const mayGoOn = await goesOn
      await agent.unpark()
      return mayGoOn
    } finally {
      over.abort() // who could not even park does not wait either
    }
  }
}

/** Lets a run that is about to ask wait where everybody is refused. It hears of another endpoint when it asks. */
export type PassBreaker = (agent: Parking, endpoint: ModelEndpoint, signal: AbortSignal) => Promise<void>

export const createPassBreaker =
  (breakers: Pick<Breakers, 'refusalOf'>, behindBreaker: BehindBreaker): PassBreaker =>
  async (agent, endpoint, signal) => {
    const failure = breakers.refusalOf(endpoint)
    if (failure !== null) await behindBreaker(agent, { endpoint, failure }, signal)
  }

const isSame = (one: ModelEndpoint, other: ModelEndpoint): boolean =>
  one.baseUrl === other.baseUrl && one.model === other.model && one.key === other.key
