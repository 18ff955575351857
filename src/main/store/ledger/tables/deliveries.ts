import type { Database } from 'better-sqlite3'
import { DeliveryView } from '../../../../shared/delegation.ts'
import type { ConversationId, DelegationId, DeliveryId, RunId } from '../../../../shared/ids.ts'

type Row = Omit<DeliveryView, 'runIds'> & { runIds: string }

/** The whole call is one unit, unless its tasks are independent: then each task is one, numbered by its index. */
export const WHOLE_CALL = -1

export type DeliveryRow = {
  readonly id: DeliveryId
  readonly delegationId: DelegationId
  readonly unit: number
  readonly conversationId: ConversationId
  /** Who asked; null: the conversation. */
  readonly runId: RunId | null
  readonly now: number
}

/** Who asked for the results. */
export type Addressee = Pick<DeliveryRow, 'conversationId' | 'runId'>

const VIEW = `
  select id, delegation_id as "delegationId", conversation_id as "conversationId", run_id as "runId", state,
    created_at as "createdAt",
    (select json_group_array(r.id order by r.task_index) from delegation_runs r where r.delegation_id = d.delegation_id
      and d.unit in (${WHOLE_CALL}, r.task_index)) as "runIds"
  from deliveries d`

/** Results on their way to whoever asked. A pending row is the inbox; an undelivered row is never deleted. */
export function deliveriesTable(db: Database) {
  const add = db.prepare(`
    insert into deliveries (id, delegation_id, unit, conversation_id, run_id, state, created_at)
    values (@id, @delegationId, @unit, @conversationId, @runId, 'pending', @now)`)
  const settle = db.prepare(`
    update deliveries set state = 'delivered', settled_at = @now
    where id = @id and conversation_id = @conversationId and run_id is @runId and state = 'pending'`)
  const one = db.prepare<[string], Row>(`${VIEW} where id = ?`)
  const pending = db.prepare<{ conversationId: string; runId: string | null }, Row>(`
    ${VIEW} where conversation_id = @conversationId and run_id is @runId and state = 'pending' order by created_at, rowid`)
  const latest = db
    .prepare<[number], string>(
      'select distinct delegation_id from (select delegation_id from deliveries order by rowid desc limit ?)',
    )
    .pluck()
  const readdress = db.prepare(
    `update deliveries set run_id = @to where run_id = @from and state = 'pending'`,
  )

  return {
    add: (row: DeliveryRow): void => void add.run(row),
    /** False when it was taken before, or is addressed to another: the caller's copy must not reach the model. */
    markDelivered: (id: DeliveryId, to: Addressee, now: number): boolean =>
      settle.run({ id, ...to, now }).changes === 1,
    find(id: DeliveryId): DeliveryView | undefined {
      const row = one.get(id)
      return row && read(row)
    },
    pending: (conversationId: ConversationId, runId: RunId | null): DeliveryView[] =>
      pending.all({ conversationId, runId }).map(read),
    /** Delegations of which results came in last. */
    latest: (count: number): DelegationId[] => latest.all(count) as DelegationId[],
    /** What a run can no longer take goes to whoever asked for that run. */
    readdress: (from: RunId, to: RunId | null): void => void readdress.run({ from, to }),
  }
}
export type DeliveriesTable = ReturnType<typeof deliveriesTable>

const read = (row: Row): DeliveryView =>
  DeliveryView.parse({ ...row, runIds: JSON.parse(row.runIds) as unknown })
