import type { CallInput, CallName, CallOutput } from './calls.ts'
import type { WireError } from './errors.ts'
import type { EventBatch } from './events.ts'

/** Names of the two channels between page and host. */
export const CALL_CHANNEL = 'host:call'
export const EVENT_CHANNEL = 'host:events'

/** Answer to any call. */
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError }

/** The fixed, frozen object that the preload puts on `window.muster`; nothing else crosses. */
export type Bridge = {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Reply<CallOutput<N>>>
  /** Returns the function that ends the subscription. */
  onEvents(listener: (batch: EventBatch) => void): () => void
  /** Absolute path of a dropped file or folder; empty when it has none. */
  pathOf(file: File): string
}
