import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../../shared/ids.ts'

/** A yes that reaches further than one call. */
export type Grant = { readonly tool: string; readonly pattern: string }

export function grantsTable(db: Database) {
  const add = db.prepare(`
    insert into grants (id, conversation_id, tool, pattern, created_at) values (@id, @conversationId, @tool, @pattern, @now)
    on conflict do nothing`)
  const of = db.prepare<[string], Grant>('select tool, pattern from grants where conversation_id = ?')
  return {
    add: (row: Grant & { id: string; conversationId: ConversationId; now: number }): void =>
      void add.run(row),
    of: (conversationId: ConversationId): Grant[] => of.all(conversationId),
  }
}
