import type { Database } from 'better-sqlite3'
import { Entry, type EntryContent } from '../../../../shared/entry.ts'
import type { ConversationId, DeliveryId, EntryId, RunId } from '../../../../shared/ids.ts'
import type { Usage } from '../../../../shared/usage.ts'
import type { Bodies } from '../bodies.ts'

type Row = {
  number: number
  id: string
  conversationId: string
  runId: string | null
  parentId: string | null
  content: string | null
  bodySha256: string | null
  usage: string | null
  createdAt: number
}

export type EntryRow = {
  readonly id: EntryId
  readonly conversationId: ConversationId
  readonly runId: RunId | null
  readonly parentId: EntryId | null
  readonly content: EntryContent
  /** Set when the content lies in a file of its own. */
  readonly bodySha256: string | null
  readonly usage: Usage | null
  readonly deliveryId: DeliveryId | null
  readonly now: number
}

const COLUMNS = `number, id, conversation_id as "conversationId", run_id as "runId", parent_id as "parentId", content,
  body_sha256 as "bodySha256", usage, created_at as "createdAt"`

/** More than any journal has. */
const WHOLE_BRANCH = 1_000_000_000

/** The journals of all conversations and runs, append-only: there is no update and no delete here. */
export function entriesTable(db: Database, bodies: Bodies) {
  const add = db.prepare(`
    insert into entries (id, conversation_id, run_id, parent_id, kind, content, body_sha256, usage, delivery_id, created_at)
    values (@id, @conversationId, @runId, @parentId, @kind, @content, @bodySha256, @usage, @deliveryId, @now)`)
  const byId = db.prepare<[string], Row>(`select ${COLUMNS} from entries where id = ?`)
  /** Walks from a head towards the root, newest first, at most `limit` entries: a branch, whatever others exist. */
  const branch = db.prepare<{ head: string; limit: number }, Row>(`
    with recursive line (id, parent, depth) as (
      select id, parent_id, 1 from entries where id = @head
      union all
      select entries.id, entries.parent_id, line.depth + 1 from line join entries on entries.id = line.parent
      where line.depth < @limit)
    select ${COLUMNS} from line join entries using (id) order by line.depth`)

  const read = (row: Row): Entry =>
    Entry.parse({
      ...row,
      content: JSON.parse(row.content ?? bodies.read(row.bodySha256 ?? '')) as unknown,
      usage: row.usage === null ? null : (JSON.parse(row.usage) as unknown),
    })

  return {
    add({ content, usage, bodySha256, ...row }: EntryRow): Entry {
      const { lastInsertRowid } = add.run({
        ...row,
        kind: content.kind,
        content: bodySha256 === null ? JSON.stringify(content) : null,
        bodySha256,
        usage: usage && JSON.stringify(usage),
      })
      const { deliveryId: _, now, ...kept } = row
      return { ...kept, number: Number(lastInsertRowid), content, usage, createdAt: now }
    },
    find(id: EntryId): Entry | undefined {
      const row = byId.get(id)
      return row && read(row)
    },
    /** Oldest first; the whole branch that ends in `head`, or its newest `limit`. */
    branch(head: EntryId | null, limit = WHOLE_BRANCH): Entry[] {
      return head === null ? [] : branch.all({ head, limit }).map(read).reverse()
    },
  }
}
export type EntriesTable = ReturnType<typeof entriesTable>
