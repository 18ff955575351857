import type { Database } from 'better-sqlite3'
import { ApprovalView } from '../../../../shared/approval.ts'
import type { ApprovalId, ConversationId, RunId } from '../../../../shared/ids.ts'

export type ApprovalRow = ApprovalView & { readonly note: string }

const COLUMNS = `id, conversation_id as "conversationId", run_id as "runId", asker, call_id as "callId", tool, arguments, target,
  reason, can_remember as "canRemember", hash, state, note, created_at as "createdAt"`

type CallOf = {
  readonly conversationId: ConversationId
  readonly runId: RunId | null
  readonly callId: string
  readonly hash: string
}

/** Questions to people about single calls. They survive everything; an answer holds for exactly the call that was shown. */
export function approvalsTable(db: Database) {
  const add = db.prepare(`
    insert into approvals (id, conversation_id, run_id, asker, call_id, tool, arguments, target, reason, can_remember, hash, state,
      created_at)
    values (@id, @conversationId, @runId, @asker, @callId, @tool, @arguments, @target, @reason, @canRemember, @hash, 'pending',
      @createdAt)
    on conflict do nothing`)
  const one = db.prepare<[string], object>(`select ${COLUMNS} from approvals where id = ?`)
  const ofCall = db.prepare<object, object>(`
    select ${COLUMNS} from approvals
    where conversation_id = @conversationId and run_id is @runId and call_id = @callId and hash = @hash`)
  const pending = db.prepare<[], object>(
    `select ${COLUMNS} from approvals where state = 'pending' order by created_at`,
  )
  const ofConversation = db.prepare<{ conversationId: string; runId: string | null }, object>(`
    select ${COLUMNS} from approvals
    where conversation_id = @conversationId and run_id is @runId and state = 'pending' order by created_at`)
  const answer = db.prepare(`
    update approvals set state = @state, note = @note, answered_at = @now
    where id = @id and state = 'pending' and hash = @hash`)
  const denyRun = db.prepare<object, { id: string }>(`
    update approvals set state = 'denied', note = @note, answered_at = @now
    where conversation_id = @conversationId and run_id is @runId and state = 'pending' returning id`)

  const read = (row: object): ApprovalRow => ({
    ...ApprovalView.parse({ ...row, canRemember: 'canRemember' in row && row.canRemember === 1 }),
    note: 'note' in row ? String(row.note) : '',
  })
  return {
    /** Does nothing when this very call was asked before. */
    add: (row: Omit<ApprovalView, 'state'>): void =>
      void add.run({ ...row, canRemember: Number(row.canRemember) }),
    find(id: ApprovalId): ApprovalRow | undefined {
      const row = one.get(id)
      return row && read(row)
    },
    ofCall(call: CallOf): ApprovalRow | undefined {
      const row = ofCall.get(call)
      return row && read(row)
    },
    pending: (): ApprovalRow[] => pending.all().map(read),
    /** What one agent asks: the conversation's own (`runId` null) or a run. */
    pendingOf: (conversationId: ConversationId, runId: RunId | null): ApprovalRow[] =>
      ofConversation.all({ conversationId, runId }).map(read),
    /** False when it was answered before, or when something else was shown. */
    answer: (row: {
      id: ApprovalId
      hash: string
      state: 'allowed' | 'denied'
      note: string
      now: number
    }): boolean => answer.run(row).changes === 1,
    /** Who asked cannot go on: its questions are void. */
    denyAllOf: (row: {
      conversationId: ConversationId
      runId: RunId | null
      note: string
      now: number
    }): ApprovalId[] => denyRun.all(row).map(({ id }) => id as ApprovalId),
  }
}
export type ApprovalsTable = ReturnType<typeof approvalsTable>
