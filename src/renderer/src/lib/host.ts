import type { Bridge } from '../../../shared/bridge.ts'
import type { CallInput, CallName, CallOutput } from '../../../shared/calls.ts'
import { fromWire } from '../../../shared/errors.ts'
import type { EventBatch } from '../../../shared/events.ts'

declare global {
  interface Window {
    readonly muster: Bridge
  }
}

/** The other side, as the page knows it. */
export interface Host {
  /** Asks once. Rejects with an `AppError` that carries the host's code. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  /** Hears every batch of events from now on; returns the function that ends it. */
  subscribe(listener: (batch: EventBatch) => void): () => void
  /** Absolute path of a dropped file or folder; empty when it has none. */
  pathOf(file: File): string
}

/** A host behind a bridge: answers become values, refusals become errors. */
export const createHost = (bridge: Bridge): Host => ({
  async call(name, input) {
    const reply = await bridge.call(name, input)
    if (!reply.ok) throw fromWire(reply.error)
    return reply.value
  },
  subscribe: (listener) => bridge.onEvents(listener),
  pathOf: (file) => bridge.pathOf(file),
})

/** Draws this window anew, from what the host knows. */
export const reloadWindow = (): void => window.location.reload()

/** Calls `look` whenever this window comes to the front; returns the function that ends it. */
export function onWindowFocus(look: () => void): () => void {
  window.addEventListener('focus', look)
  return () => window.removeEventListener('focus', look)
}

/** The host of this window. This file alone touches `window`. */
export const windowHost = (): Host => createHost(window.muster)
