import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HostEvent } from '../../../../shared/events.ts'
import type { ModelPause } from '../../../../shared/model-pause.ts'
import type { NumberedEvent } from '../../lib/feed.ts'

/** Who pauses before asking its model again: runs by their id, turns by that of their conversation. */
export type Pauses = { readonly byAgent: ReadonlyMap<string, ModelPause> }
export type PausesStore = StoreApi<Pauses>

export const createPausesStore = (): PausesStore => createStore(() => ({ byAgent: new Map() }))

/** Pure: the next state after one event. */
export function reducePauses(state: Pauses, event: HostEvent): Pauses {
  if (event.type !== 'model.paused') return state
  const byAgent = new Map(state.byAgent)
  const agent = event.runId ?? event.conversationId
  if (event.pause === null) byAgent.delete(agent)
  else byAgent.set(agent, event.pause)
  return { byAgent }
}

export const applyToPauses = (store: PausesStore, events: readonly NumberedEvent[]): void =>
  store.setState((state) => events.reduce((current, { event }) => reducePauses(current, event), state))
