import type { Database } from 'better-sqlite3'
import type { ConversationId, RunId } from '../../../../shared/ids.ts'

/** A yes that reaches further than one call, within the conversation or the one run that it was given to. */
export type GrantRow = {
  readonly tool: string
  readonly folder: string
  readonly target: string | null
  readonly confinement: 'none' | 'confined'
}
type Owner = { readonly conversationId: ConversationId; readonly runId: RunId | null }

export function grantsTable(db: Database) {
  const add = db.prepare(`
    insert into grants (id, conversation_id, run_id, tool, folder, target, confinement, created_at)
    values (@id, @conversationId, @runId, @tool, @folder, @target, @confinement, @now)`)
  const of = db.prepare<Owner, GrantRow>(`
    select tool, folder, target, confinement from grants where conversation_id = @conversationId and run_id is @runId`)
  return {
    add: (row: GrantRow & Owner & { id: string; now: number }): void => void add.run(row),
    /** What one agent was granted: the conversation's own (`runId` null) or a run. */
    of: (owner: Owner): GrantRow[] => of.all(owner),
  }
}
