import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BreakerView } from '../../../../shared/breaker.ts'
import type { HostSnapshot } from '../../../../shared/calls.ts'
import type { NumberedEvent } from '../../lib/feed.ts'

/** Endpoints that refuse us right now. */
export type Breakers = { readonly open: readonly BreakerView[] }
export type BreakersStore = StoreApi<Breakers>

export const breakersOf = ({ breakers }: HostSnapshot): Breakers => ({ open: breakers })

export const createBreakersStore = (): BreakersStore => createStore(() => ({ open: [] }))

/** Each event tells all that are open; the last one holds. */
export function applyToBreakers(store: BreakersStore, events: readonly NumberedEvent[]): void {
  for (const { event } of events)
    if (event.type === 'breaker.changed') store.setState({ open: event.breakers })
}
