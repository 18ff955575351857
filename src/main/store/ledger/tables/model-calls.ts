import type { Database } from 'better-sqlite3'
import type { ConversationId, EntryId } from '../../../../shared/ids.ts'
import type { Usage } from '../../../../shared/usage.ts'

export type ModelCallRow = Usage & {
  readonly entryId: EntryId
  readonly conversationId: ConversationId
  /** Path of the run in its tree; empty for the conversation's own calls. */
  readonly runPath: string
  readonly model: string
  readonly now: number
}

/** What was paid for, a row a call; totals are queries. */
export function modelCallsTable(db: Database) {
  const add = db.prepare(`
    insert into model_calls (entry_id, conversation_id, run_path, model, input, output, cached, reasoning, created_at)
    values (@entryId, @conversationId, @runPath, @model, @input, @output, @cached, @reasoning, @now)`)
  return { add: (row: ModelCallRow): void => void add.run(row) }
}
