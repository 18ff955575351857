import { z } from 'zod'
import { ConversationId } from './ids.ts'

/** Dollars in millionths, for calls with a known price; tokens of those without. */
export const Amount = z.object({ micros: z.int().nonnegative(), tokens: z.int().nonnegative() })
export type Amount = z.infer<typeof Amount>

/** What was used of a day. `estimated`: some of it nobody reported, and we counted it. */
export const SpentToday = Amount.extend({ estimated: z.boolean() })
export type SpentToday = z.infer<typeof SpentToday>

/** A conversation that has used much of what it may use today, or all of it. */
export const BudgetView = z.object({
  conversationId: ConversationId,
  /** `spent`: nothing of it asks a model until a person says so, or the day is over. */
  state: z.enum(['warned', 'spent']),
  today: SpentToday,
  /** Where it pauses today. */
  limit: Amount,
  waiting: z.object({ turns: z.int().nonnegative(), runs: z.int().nonnegative() }),
})
export type BudgetView = z.infer<typeof BudgetView>
