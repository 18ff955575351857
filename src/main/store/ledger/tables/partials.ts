import type { Database } from 'better-sqlite3'
import type { ConversationId, RunId } from '../../../../shared/ids.ts'

/** Whose words: a conversation's own agent (`runId` null) or a run. */
export type Owner = { readonly conversationId: ConversationId; readonly runId: RunId | null }
export type PartialText = { readonly text: string; readonly thinking: string }

const key = ({ conversationId, runId }: Owner): { conversationId: string; runId: string } => ({
  conversationId,
  runId: runId ?? '', // a primary key takes no null
})

/** What can be seen of answers that are still being written; one row each, saved over. */
export function partialsTable(db: Database) {
  const save = db.prepare(`
    insert into partials (conversation_id, run_id, text, thinking) values (@conversationId, @runId, @text, @thinking)
    on conflict do update set text = excluded.text, thinking = excluded.thinking`)
  const clear = db.prepare('delete from partials where conversation_id = @conversationId and run_id = @runId')
  const one = db.prepare<object, PartialText>(
    'select text, thinking from partials where conversation_id = @conversationId and run_id = @runId',
  )
  return {
    /** Over what was there; when there is nothing to show, no row is left. */
    save(owner: Owner, partial: PartialText): void {
      if (partial.text === '' && partial.thinking === '') clear.run(key(owner))
      else save.run({ ...key(owner), ...partial })
    },
    clear: (owner: Owner): void => void clear.run(key(owner)),
    find: (owner: Owner): PartialText | undefined => one.get(key(owner)),
  }
}
export type PartialsTable = ReturnType<typeof partialsTable>
