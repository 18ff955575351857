import type { BudgetRaise } from '../tables/budget-raises.ts'
import type { CommandContext } from './command-context.ts'

export const budgetCommands = ({ tables, commit }: CommandContext) => ({
  /** A person lets a conversation go further today; the last word holds. */
  raise: (raise: BudgetRaise): Promise<void> => commit(() => tables.budgetRaises.set(raise)),
})
