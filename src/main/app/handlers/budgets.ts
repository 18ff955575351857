import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const budgetHandlers = ({ budgets }: HostServices): Room<'budget'> => ({
  'budget.raise': ({ conversationId }) => budgets.raise(conversationId),
})
