import type { ApprovalAnswer, ApprovalView } from '../../../../shared/approval.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { ConversationId, RunId } from '../../../../shared/ids.ts'
import type { GrantRow } from '../tables/grants.ts'
import type { ApprovalRow } from '../tables/approvals.ts'
import type { CommandContext } from './command-context.ts'

export const approvalCommands = ({ tables, commit, clock, ids }: CommandContext) => ({
  /** Writes the question, unless this very call was asked before; answers with the row that holds. */
  ask(question: Omit<ApprovalView, 'state'>): Promise<ApprovalRow> {
    return commit(() => {
      tables.approvals.add(question)
      const row = tables.approvals.ofCall(question)
      if (!row) throw new Error(`Approval of call ${question.callId} is missing.`)
      return row
    })
  },
  /**
   * Writes the answer and what it grants beyond this call, both or neither.
   * @throws `not_found`; `approval_stale` when something else was shown; `invalid_transition` when it was answered before
   */
  answer(answer: ApprovalAnswer, grant: GrantRow | null): Promise<ApprovalRow> {
    return commit(() => {
      const now = clock.now()
      const row = tables.approvals.find(answer.approvalId)
      if (!row) throw new AppError('not_found', `No approval ${answer.approvalId}.`)
      if (row.hash !== answer.hash)
        throw new AppError('approval_stale', 'What was shown is not what would run.')
      const state = answer.allow ? 'allowed' : 'denied'
      const isFirst = tables.approvals.answer({
        id: row.id,
        hash: answer.hash,
        state,
        note: answer.note,
        now,
      })
      if (!isFirst)
        throw new AppError('invalid_transition', 'This was answered before.', {
          details: { state: row.state },
        })
      if (grant)
        tables.grants.add({
          ...grant,
          id: ids.next('grt'),
          conversationId: row.conversationId,
          runId: row.runId,
          now,
        })
      return { ...row, state, note: answer.note }
    })
  },
  /** Whoever asked cannot go on: its questions are answered with no. Answers with the rows it changed. */
  denyAllOf(
    owner: { conversationId: ConversationId; runId: RunId | null },
    note: string,
  ): Promise<ApprovalRow[]> {
    return commit(() => {
      const changed = tables.approvals.denyAllOf({ ...owner, note, now: clock.now() })
      return changed.flatMap((id) => tables.approvals.find(id) ?? [])
    })
  },
})
