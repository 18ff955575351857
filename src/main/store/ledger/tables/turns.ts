import type { Database } from 'better-sqlite3'
import type { BootId, ConversationId, TurnId } from '../../../../shared/ids.ts'

/** What started a turn: a message, results that arrived, or a person who said go on. */
export type TurnCause = 'message' | 'delivery' | 'person'
export type TurnEndState = 'completed' | 'failed' | 'stopped' | 'interrupted'

export type TurnRow = {
  readonly id: TurnId
  readonly conversationId: ConversationId
  readonly cause: TurnCause
  readonly bootId: BootId
  readonly now: number
}

/** A conversation's own work. At most one of them is live in a conversation; an index sees to it. */
export function turnsTable(db: Database) {
  const add = db.prepare(`
    insert into turns (id, conversation_id, state, cause, boot_id, started_at)
    values (@id, @conversationId, 'running', @cause, @bootId, @now)
    on conflict do nothing`)
  const move = db.prepare(
    `update turns set state = @to where id = @id and state = @from and boot_id = @bootId`,
  )
  const end = db.prepare(`
    update turns set state = @state, boot_id = null, ended_at = @now
    where id = @id and state in ('running', 'waiting') and boot_id = @bootId`)
  const endEarlier = db.prepare<{ bootId: string; now: number }, { conversationId: string }>(`
    update turns set state = 'interrupted', boot_id = null, ended_at = @now
    where state in ('running', 'waiting') and boot_id <> @bootId
    returning conversation_id as "conversationId"`)

  const newest = db.prepare<[string], { startedAt: number }>(`
    select started_at as "startedAt" from turns where conversation_id = ? order by started_at desc, rowid desc limit 1`)

  return {
    /** When the turn that runs, or ran last, began. */
    newestStart: (conversationId: ConversationId): number => newest.get(conversationId)?.startedAt ?? 0,
    /** False when the conversation has a live turn already. */
    start: (row: TurnRow): boolean => add.run(row).changes === 1,
    wait: (id: TurnId, bootId: BootId): boolean =>
      move.run({ id, bootId, from: 'running', to: 'waiting' }).changes === 1,
    resume: (id: TurnId, bootId: BootId): boolean =>
      move.run({ id, bootId, from: 'waiting', to: 'running' }).changes === 1,
    end: (row: { id: TurnId; bootId: BootId; state: TurnEndState; now: number }): boolean =>
      end.run(row).changes === 1,
    /** Ends what a dead process left; answers with the conversations it belonged to. */
    interruptEarlierBoots: (bootId: BootId, now: number): ConversationId[] =>
      endEarlier.all({ bootId, now }).map((row) => row.conversationId as ConversationId),
  }
}
export type TurnsTable = ReturnType<typeof turnsTable>
