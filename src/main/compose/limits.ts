import { openBudgets, type BudgetPorts, type Budgets } from '../crew/runs/budgets.ts'
import { createThrottle, type Throttle } from '../crew/runs/throttle.ts'
import type { Announcements } from '../crew/runs/announcements.ts'
import type { BudgetView } from '../../shared/budget.ts'
import { concurrentRuns } from './models.ts'

export type LimitParts = Omit<BudgetPorts, 'onChanged' | 'onSpent'> & {
  readonly announcements: Announcements
  readonly onBudgetSpent: (budget: BudgetView) => void
}

/** What holds runs back beside their endpoints: how many work at once, and what each conversation may use. */
export type Limits = {
  readonly throttle: Throttle
  readonly budgets: Budgets
  /** Another number of runs may work at once, none may begin or some may again, or a conversation may use more. */
  readonly settingsChanged: () => void
}

/** @param pump called when something may begin that could not */
export function gatherLimits(parts: LimitParts, pump: () => void): Limits {
  const { announce } = parts.announcements
  const throttle = createThrottle({
    clock: parts.clock,
    usual: () => concurrentRuns(parts.settings(), parts.ledger.query.runs.live()),
    onChanged: tellCapacity,
  })
  const budgets = openBudgets({
    ...parts,
    onSpent: parts.onBudgetSpent,
    onChanged() {
      announce({ type: 'budget.changed', budgets: budgets.open() })
      pump()
    },
  })
  function tellCapacity(): void {
    announce({ type: 'capacity.changed', reduced: throttle.current() })
    pump()
  }
  return {
    throttle,
    budgets,
    settingsChanged() {
      tellCapacity()
      budgets.look()
    },
  }
}
