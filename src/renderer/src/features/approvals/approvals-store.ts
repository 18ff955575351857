import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApprovalView } from '../../../../shared/approval.ts'
import type { HostSnapshot } from '../../../../shared/calls.ts'
import type { HostEvent } from '../../../../shared/events.ts'
import type { ApprovalId } from '../../../../shared/ids.ts'
import type { NumberedEvent } from '../../lib/feed.ts'

/** Questions that are still open, oldest first. */
export type Approvals = { readonly pending: ReadonlyMap<ApprovalId, ApprovalView> }
export type ApprovalsStore = StoreApi<Approvals>

export const approvalsOf = (snapshot: HostSnapshot): Approvals => ({
  pending: new Map(
    snapshot.approvals.filter(({ state }) => state === 'pending').map((approval) => [approval.id, approval]),
  ),
})

/** Pure: the next state after one event. An answered question leaves, wherever it was answered. */
export function reduceApprovals(state: Approvals, event: HostEvent): Approvals {
  if (event.type !== 'approval.changed') return state
  const pending = new Map(state.pending)
  if (event.approval.state === 'pending') pending.set(event.approval.id, event.approval)
  else pending.delete(event.approval.id)
  return { pending }
}

export const createApprovalsStore = (): ApprovalsStore => createStore(() => ({ pending: new Map() }))

/** Reduces a batch in one step. */
export const applyToApprovals = (store: ApprovalsStore, events: readonly NumberedEvent[]): void =>
  store.setState((state) => events.reduce((current, { event }) => reduceApprovals(current, event), state))
