import type { Database } from 'better-sqlite3'
import type { Mode } from '../../../../shared/conversation.ts'
import { ConversationView } from '../../../../shared/conversation.ts'
import type { WireError } from '../../../../shared/errors.ts'
import type { ConversationId, EntryId } from '../../../../shared/ids.ts'
import { toSpent, type SumsRow } from './model-calls.ts'

type Row = {
  id: string
  title: string
  folder: string | null
  mode: string
  failure: string | null
  demo: number
  unread: number
  turn: string
  liveRuns: number
  needsYou: number
  pendingDeliveries: number
  spent: string
  createdAt: number
  updatedAt: number
}

/** What people see of a conversation is counted from its rows each time; nothing of it is kept twice. */
const VIEW = `
  select id, title, folder, mode, demo, failure, unread, created_at as "createdAt", updated_at as "updatedAt",
    ifnull((select state from turns where conversation_id = c.id and state in ('running', 'waiting')), 'idle') as turn,
    (select count(*) from delegation_runs where conversation_id = c.id
      and state in ('queued', 'starting', 'running', 'waiting', 'finalizing')) as "liveRuns",
    (select count(*) from approvals where conversation_id = c.id and state = 'pending')
      + (select count(*) from delegation_runs r where r.conversation_id = c.id and r.state = 'waiting'
        and not exists (select 1 from approvals where run_id = r.id and state = 'pending'))
      + (select count(*) from turns t where t.conversation_id = c.id and t.state = 'waiting' and not exists
        (select 1 from approvals where conversation_id = c.id and run_id is null and state = 'pending')) as "needsYou",
    (select count(*) from deliveries where conversation_id = c.id and run_id is null and state = 'pending')
      as "pendingDeliveries",
    (select json_object('input', ifnull(sum(input), 0), 'output', ifnull(sum(output), 0),
      'cached', ifnull(sum(cached), 0), 'reasoning', ifnull(sum(reasoning), 0),
      'micros', ifnull(sum(cost_micros), 0), 'known', count(*) = count(case when not estimated then cost_micros end),
      'estimated', ifnull(max(estimated), 0))
      from model_calls where conversation_id = c.id) as spent
  from conversations c`

/** The shape of a conversation's change: each names one column and the id. */
const set = (db: Database, column: string) =>
  db.prepare(`update conversations set ${column} = @value, updated_at = @now where id = @id`)

/** What a conversation begins with. */
export type NewConversation = {
  readonly folder: string | null
  readonly mode: Mode
  readonly demo: boolean
}

export function conversationsTable(db: Database) {
  const add = db.prepare(`
    insert into conversations (id, title, folder, mode, demo, created_at, updated_at)
    values (@id, '', @folder, @mode, @demo, @now, @now)`)
  const one = db.prepare<[string], Row>(`${VIEW} where id = ?`)
  const newest = db.prepare<[number], Row>(`${VIEW} order by updated_at desc limit ?`)
  const head = db.prepare<[string], { head: string | null }>(
    'select head_entry_id as head from conversations where id = ?',
  )
  const moveHead = db.prepare(`
    update conversations set head_entry_id = @entryId, updated_at = @now where id = @id and head_entry_id is @parentId`)
  const setHead = set(db, 'head_entry_id')
  const setTitle = set(db, 'title')
  const setFolder = set(db, 'folder')
  const setMode = set(db, 'mode')
  const setFailure = set(db, 'failure')
  const setUnread = db.prepare('update conversations set unread = @unread where id = @id')

  return {
    add: ({ demo, ...row }: NewConversation & { id: ConversationId; now: number }): void =>
      void add.run({ ...row, demo: Number(demo) }),
    find(id: ConversationId): ConversationView | undefined {
      const row = one.get(id)
      return row && read(row)
    },
    newest: (limit: number): ConversationView[] => newest.all(limit).map(read),
    head: (id: ConversationId): EntryId | null => (head.get(id)?.head ?? null) as EntryId | null,
    /** False when `parentId` is not the head any more. */
    moveHead: (move: {
      id: ConversationId
      parentId: EntryId | null
      entryId: EntryId
      now: number
    }): boolean => moveHead.run(move).changes === 1,
    /** Shows another branch, or the place that a new one begins at. */
    setHead: (id: ConversationId, value: EntryId | null, now: number): void =>
      void setHead.run({ id, value, now }),
    setTitle: (id: ConversationId, value: string, now: number): boolean =>
      setTitle.run({ id, value, now }).changes === 1,
    setFolder: (id: ConversationId, value: string, now: number): boolean =>
      setFolder.run({ id, value, now }).changes === 1,
    setMode: (id: ConversationId, value: Mode, now: number): boolean =>
      setMode.run({ id, value, now }).changes === 1,
    setFailure: (id: ConversationId, failure: WireError | null, now: number): void =>
      void setFailure.run({ id, value: failure && JSON.stringify(failure), now }),
    setUnread: (id: ConversationId, unread: boolean): void =>
      void setUnread.run({ id, unread: Number(unread) }),
  }
}
export type ConversationsTable = ReturnType<typeof conversationsTable>

const read = (row: Row): ConversationView =>
  ConversationView.parse({
    ...row,
    demo: row.demo === 1,
    unread: row.unread === 1,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as unknown),
    ...toSpent(JSON.parse(row.spent) as SumsRow),
  })
