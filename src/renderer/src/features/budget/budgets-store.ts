import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BudgetView } from '../../../../shared/budget.ts'
import type { HostSnapshot } from '../../../../shared/calls.ts'
import type { NumberedEvent } from '../../lib/feed.ts'

/** Conversations that used much of what they may use today, or all of it. */
export type BudgetsState = { readonly budgets: readonly BudgetView[] }
export type BudgetsStore = StoreApi<BudgetsState>

export const budgetsOf = ({ budgets }: HostSnapshot): BudgetsState => ({ budgets })

export const createBudgetsStore = (): BudgetsStore => createStore(() => ({ budgets: [] }))

/** Each event tells all of them; the last one holds. */
export function applyToBudgets(store: BudgetsStore, events: readonly NumberedEvent[]): void {
  for (const { event } of events)
    if (event.type === 'budget.changed') store.setState({ budgets: event.budgets })
}
