import type { Database } from 'better-sqlite3'
import type { BootId, ConversationId, DelegationId, RunId } from '../../../../shared/ids.ts'

export type DelegationRow = {
  readonly id: DelegationId
  readonly conversationId: ConversationId
  readonly parentRunId: RunId | null
  /** Asker, step and call index: the same call twice is the same delegation. */
  readonly callKey: string
  readonly independent: boolean
  /** The boot that dispatched it. */
  readonly bootId: BootId
  readonly createdAt: number
}
type Row = Omit<DelegationRow, 'independent'> & { independent: number }

const COLUMNS = `id, conversation_id as "conversationId", parent_run_id as "parentRunId", call_key as "callKey",
  independent, boot_id as "bootId", created_at as "createdAt"`

export function delegationsTable(db: Database) {
  const add = db.prepare(`
    insert into delegations (id, conversation_id, parent_run_id, call_key, independent, boot_id, created_at)
    values (@id, @conversationId, @parentRunId, @callKey, @independent, @bootId, @createdAt)
    on conflict (call_key) do nothing`)
  const one = db.prepare<[string], Row>(`select ${COLUMNS} from delegations where id = ?`)
  const byCall = db.prepare<[string], Row>(`select ${COLUMNS} from delegations where call_key = ?`)
  const read = (row: Row | undefined): DelegationRow | undefined =>
    row && { ...row, independent: row.independent === 1 }

  return {
    /** False when this very call was dispatched before. */
    add: (row: DelegationRow): boolean =>
      add.run({ ...row, independent: Number(row.independent) }).changes === 1,
    find: (id: DelegationId): DelegationRow | undefined => read(one.get(id)),
    findCall: (callKey: string): DelegationRow | undefined => read(byCall.get(callKey)),
  }
}
export type DelegationsTable = ReturnType<typeof delegationsTable>
