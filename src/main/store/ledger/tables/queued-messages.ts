import type { Database } from 'better-sqlite3'
import { QueuedMessage } from '../../../../shared/conversation.ts'
import type { ConversationId } from '../../../../shared/ids.ts'

type Place = { readonly conversationId: ConversationId; readonly number: number }

/** Messages that wait until the turn before them is over, in their order; urgent ones before all others. */
export function queuedMessagesTable(db: Database) {
  const add = db.prepare(`
    insert into queued_messages (conversation_id, text, created_at) values (@conversationId, @text, @now)`)
  const take = db.prepare<[string], { text: string }>(`
    delete from queued_messages where number =
      (select number from queued_messages where conversation_id = ? order by urgent desc, number limit 1)
    returning text`)
  const takeUrgent = db.prepare<[string], { text: string }>(`
    delete from queued_messages where number =
      (select min(number) from queued_messages where conversation_id = ? and urgent = 1)
    returning text`)
  const of = db.prepare<[string], object>(`
    select number, text, urgent from queued_messages where conversation_id = ? order by urgent desc, number`)
  const setText = db.prepare(`
    update queued_messages set text = @text where conversation_id = @conversationId and number = @number`)
  const setUrgent = db.prepare(`
    update queued_messages set urgent = 1 where conversation_id = @conversationId and number = @number`)
  const remove = db.prepare(
    'delete from queued_messages where conversation_id = @conversationId and number = @number',
  )
  return {
    add: (row: { conversationId: ConversationId; text: string; now: number }): void => void add.run(row),
    /** What waits, in the order in which it will be taken. */
    of: (conversationId: ConversationId): QueuedMessage[] => of.all(conversationId).map(read),
    /** Removes the first and answers with it. */
    take: (conversationId: ConversationId): string | undefined => take.get(conversationId)?.text,
    /** Removes the first of the urgent ones and answers with it. */
    takeUrgent: (conversationId: ConversationId): string | undefined => takeUrgent.get(conversationId)?.text,
    /** False, like those below, when the message does not wait any more. */
    setText: (row: Place & { text: string }): boolean => setText.run(row).changes === 1,
    setUrgent: ({ conversationId, number }: Place): boolean =>
      setUrgent.run({ conversationId, number }).changes === 1,
    remove: ({ conversationId, number }: Place): boolean =>
      remove.run({ conversationId, number }).changes === 1,
  }
}

const read = (row: object): QueuedMessage =>
  QueuedMessage.parse({ ...row, urgent: 'urgent' in row && row.urgent === 1 })
