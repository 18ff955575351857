import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../../shared/ids.ts'

/** Messages that wait until the turn before them is over, in their order. */
export function queuedMessagesTable(db: Database) {
  const add = db.prepare(`
    insert into queued_messages (conversation_id, text, created_at) values (@conversationId, @text, @now)`)
  const take = db.prepare<[string], { text: string }>(`
    delete from queued_messages where number =
      (select min(number) from queued_messages where conversation_id = ?) returning text`)
  const of = db.prepare<[string], { text: string }>(
    'select text from queued_messages where conversation_id = ? order by number',
  )
  return {
    add: (row: { conversationId: ConversationId; text: string; now: number }): void => void add.run(row),
    /** What waits, oldest first. */
    of: (conversationId: ConversationId): string[] => of.all(conversationId).map(({ text }) => text),
    /** Removes the oldest and answers with it. */
    take: (conversationId: ConversationId): string | undefined => take.get(conversationId)?.text,
  }
}
