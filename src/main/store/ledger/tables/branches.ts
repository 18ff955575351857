import type { Database } from 'better-sqlite3'
import type { Branches } from '../../../../shared/conversation.ts'
import { EntryId, type ConversationId } from '../../../../shared/ids.ts'

type Page = {
  readonly conversationId: ConversationId
  readonly head: EntryId | null
  /** The entries before those that are asked about; null: the start of the conversation. */
  readonly parents: readonly (EntryId | null)[]
}

/** Where the journal of a conversation forks: entries with the same parent are the beginnings of branches. */
export function branchesTable(db: Database) {
  const forks = db.prepare<
    { parents: string; head: EntryId | null },
    { parentId: string; entryIds: string }
  >(`
    select parent_id as "parentId", json_group_array(id order by number) as "entryIds" from entries
    where parent_id in (select value from json_each(@parents)) and run_id is null
    group by parent_id having count(*) > 1 or parent_id = @head`)
  const beginnings = db.prepare<[string], { entryIds: string }>(`
    select json_group_array(id order by number) as "entryIds" from entries
    where conversation_id = ? and parent_id is null and run_id is null`)
  const newestEnd = db.prepare<[string], { id: string }>(`
    with recursive line (id, number) as (
      select id, number from entries where id = ?
      union all
      select entries.id, entries.number from line join entries on entries.parent_id = line.id)
    select id from line order by number desc limit 1`)
  const lastAsked = db.prepare<[string], { id: string }>(`
    with recursive line (id, parent, kind) as (
      select id, parent_id, kind from entries where id = ?
      union all
      select entries.id, entries.parent_id, entries.kind from line join entries on entries.id = line.parent
      where line.kind not in ('user', 'delivery'))
    select id from line where kind in ('user', 'delivery')`)

  return {
    /** The forks among the children of these parents. At the head a single child counts: a new one will stand beside it. */
    of({ conversationId, head, parents }: Page): Branches {
      const known = forks.all({ parents: JSON.stringify([...parents, head]), head })
      const first = parents.includes(null) ? idsOf(beginnings.get(conversationId)) : []
      return [
        ...(first.length > 1 ? [{ parentId: null, entryIds: first }] : []),
        ...known.map((row) => ({ parentId: EntryId.parse(row.parentId), entryIds: idsOf(row) })),
      ]
    },
    /** The last entry that was written below this one. */
    newestEnd: (id: EntryId): EntryId => EntryId.parse(newestEnd.get(id)?.id ?? id),
    /** The last thing before `head`, or at it, that asked for an answer: a person's words, or results. */
    lastAsked(head: EntryId): EntryId | null {
      const row = lastAsked.get(head)
      return row ? EntryId.parse(row.id) : null
    },
  }
}
export type BranchesTable = ReturnType<typeof branchesTable>

const idsOf = (row: { entryIds: string } | undefined): EntryId[] =>
  EntryId.array().parse(JSON.parse(row?.entryIds ?? '[]'))
