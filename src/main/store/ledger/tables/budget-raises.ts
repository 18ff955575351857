import type { Database } from 'better-sqlite3'
import { Amount } from '../../../../shared/budget.ts'
import type { ConversationId } from '../../../../shared/ids.ts'

/** `day`: when it began, in milliseconds since 1970. */
export type BudgetRaise = Amount & { readonly conversationId: ConversationId; readonly day: number }

/** How far a person let a conversation go beyond its budget, for one day. */
export function budgetRaisesTable(db: Database) {
  const set = db.prepare(`
    insert into budget_raises (conversation_id, day, micros, tokens) values (@conversationId, @day, @micros, @tokens)
    on conflict do update set micros = excluded.micros, tokens = excluded.tokens`)
  const one = db.prepare<[string, number], object>(
    'select micros, tokens from budget_raises where conversation_id = ? and day = ?',
  )
  return {
    set: (raise: BudgetRaise): void => void set.run(raise),
    find(id: ConversationId, day: number): Amount | null {
      const row = one.get(id, day)
      return row ? Amount.parse(row) : null
    },
  }
}
