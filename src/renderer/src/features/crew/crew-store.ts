import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HostSnapshot } from '../../../../shared/calls.ts'
import type { ReducedRuns } from '../../../../shared/reduced-runs.ts'
import type { NumberedEvent } from '../../lib/feed.ts'

/** Whether fewer runs work at once than is set. */
export type Crew = { readonly reduced: ReducedRuns | null }
export type CrewStore = StoreApi<Crew>

export const crewOf = ({ reducedRuns }: HostSnapshot): Crew => ({ reduced: reducedRuns })

export const createCrewStore = (): CrewStore => createStore(() => ({ reduced: null }))

/** Each event tells how it is now; the last one holds. */
export function applyToCrew(store: CrewStore, events: readonly NumberedEvent[]): void {
  for (const { event } of events)
    if (event.type === 'capacity.changed') store.setState({ reduced: event.reduced })
}
