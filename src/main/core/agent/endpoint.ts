import type { Endpoint, Model, ModelRefusal } from './ports.ts'

/** Waits behind the breaker. Resolves with the model to go on with, or null: give up. */
export type StandBy = (refusal: ModelRefusal, signal: AbortSignal) => Promise<Model | null>

/** What is known of an endpoint without asking it. */
export type Door = Pick<Endpoint, 'closed' | 'answered'>

const ALWAYS_OPEN: Door = { closed: () => null, answered: () => undefined }

/** Asks `first` until `standBy` names another model. */
export function followEndpoint(first: Model, standBy: StandBy, door: Door = ALWAYS_OPEN): Endpoint {
  let model = first
  return {
    ...door,
    get model() {
      return model
    },
    async refused(refusal, signal) {
      const next = await standBy(refusal, signal)
      model = next ?? model
      return next !== null
    },
  }
}
