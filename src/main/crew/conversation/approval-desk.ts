import { createHash } from 'node:crypto'
import type { ApprovalAnswer, ApprovalView } from '../../../shared/approval.ts'
import type { ToolCall } from '../../../shared/entry.ts'
import { AppError } from '../../../shared/errors.ts'
import { ApprovalId, type ConversationId, type RunId } from '../../../shared/ids.ts'
import type { Settings } from '../../../shared/settings.ts'
import { hasSideEffect, type Decision } from '../../../shared/tool.ts'
import type { CheckedCall, PermissionGate, ToolBox } from '../../core/agent/ports.ts'
import { decide, type Verdict } from '../../core/permissions/decide.ts'
import { grantFor } from '../../core/permissions/grant.ts'
import { modeInForce } from '../../core/permissions/mode.ts'
import type { Question } from '../../core/permissions/question.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ApprovalRow } from '../../store/ledger/tables/approvals.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { Announcements } from '../runs/announcements.ts'

/** The agent whose call is judged: a conversation's own (`runId` null) or a run of it. */
export type Claimant = {
  readonly conversationId: ConversationId
  readonly runId: RunId | null
  /** The model that it was given by name; null or absent: the one in use. */
  readonly model?: string | null
  /** For people. */
  readonly name: string
  readonly folder: string | null
  /** Called before an allowed call with an effect outside the ledger is let go. False: too late, it may not run. */
  readonly beforeEffect: () => Promise<boolean>
  /** Around the wait for a person. */
  readonly park: () => Promise<void>
  readonly unpark: () => Promise<void>
}

export type ApprovalDeskPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly announcements: Announcements
  readonly settings: () => Settings
  /** Knows every tool; nothing is run through it. */
  readonly catalogue: ToolBox
  /** A question nobody waits for any more, because its process went, was answered: go on from the ledger. */
  readonly onAnsweredLate: (approval: ApprovalRow) => Promise<void>
}

/** Where calls are judged and people are asked. Both are rows, so both survive whatever happens to a process. */
export function openApprovalDesk(ports: ApprovalDeskPorts) {
  const { ledger, clock, ids, logger, announcements, catalogue } = ports
  const waiting = new Map<ApprovalId, (row: ApprovalRow) => void>()

  function judge(claimant: Claimant, call: ToolCall, checked: Extract<CheckedCall, { ok: true }>): Verdict {
    const question = questionOf(claimant, call, checked)
    const mode = modeInForce({
      mode: ledger.query.conversations.find(claimant.conversationId)?.mode ?? 'ask',
      fullModeEnabled: ports.settings().permissions.fullModeEnabled,
      isChild: claimant.runId !== null,
      fullForChildren: false,
    })
    return decide(question, mode, ledger.query.grants.of(claimant))
  }

  async function ask(job: Asking, signal: AbortSignal): Promise<ApprovalRow> {
    const row = await ledger.approvals.ask(describe(job))
    if (row.state !== 'pending') return row
    const answered = new Promise<ApprovalRow>((resolve) => waiting.set(row.id, resolve))
    const withdraw = (): void => void takeBack(job.claimant, row)
    signal.addEventListener('abort', withdraw, { once: true })
    announcements.approval(row)
    if (signal.aborted) withdraw()
    await job.claimant.park()
    try {
      return await answered
    } finally {
      signal.removeEventListener('abort', withdraw)
      if (!hasQuestions(job.claimant)) await job.claimant.unpark()
    }
  }

  const hasQuestions = ({ conversationId, runId }: Claimant): boolean =>
    ledger.query.approvals.pendingOf(conversationId, runId).length > 0

  /** Who asks cannot go on. It is let go even where somebody was faster, or where nothing can be written. */
  async function takeBack(claimant: Claimant, asked: ApprovalRow): Promise<void> {
    await drop(claimant, 'Not asked any more: stopped.').catch((error: unknown) =>
      logger.error('approval.not_withdrawn', { approvalId: asked.id, error }),
    )
    waiting.get(asked.id)?.(ledger.query.approvals.find(asked.id) ?? asked)
    waiting.delete(asked.id)
  }

  function describe({ claimant, call, checked, verdict }: Asking): Omit<ApprovalView, 'state'> {
    return {
      id: ApprovalId.parse(ids.next('apr')),
      conversationId: claimant.conversationId,
      runId: claimant.runId,
      asker: claimant.name,
      callId: call.id,
      tool: call.name,
      arguments: shown(call.arguments),
      target: checked.target,
      reason: verdict.reason,
      canRemember: verdict.canRemember,
      hash: hashOf(call, headOf(claimant)),
      createdAt: clock.now(),
    }
  }

  /** Where the journal stands: providers repeat the ids of calls, and an old yes must not hold for a new call. */
  function headOf({ conversationId, runId }: Claimant): string {
    const head =
      runId === null
        ? ledger.query.conversations.head(conversationId)
        : ledger.query.runs.find(runId)?.headEntryId
    return head ?? ''
  }

  function settle(row: ApprovalRow): boolean {
    announcements.approval(row)
    const resolve = waiting.get(row.id)
    waiting.delete(row.id)
    resolve?.(row)
    return resolve !== undefined
  }

  /** Answers all questions of an agent with no. */
  async function drop(
    owner: Pick<Claimant, 'conversationId' | 'runId'>,
    note: string,
  ): Promise<ApprovalRow[]> {
    const rows = await ledger.approvals.denyAllOf(owner, note)
    for (const row of rows) settle(row)
    return rows
  }

  return {
    drop,
    pending: (): ApprovalView[] => ledger.query.approvals.pending().map(({ note: _, ...view }) => view),

    /** The gate of one agent. Whatever is not clearly allowed waits for a person, as long as that takes. */
    gateOf: (claimant: Claimant): PermissionGate => ({
      async decide(call, signal) {
        const checked = catalogue.check(call)
        if (!checked.ok) return { outcome: 'deny', reason: checked.result.text }
        const verdict = judge(claimant, call, checked)
        if (verdict.outcome === 'deny') return { outcome: 'deny', reason: verdict.why }
        if (verdict.outcome === 'ask') {
          const answer = await ask({ claimant, call, checked, verdict }, signal)
          if (signal.aborted) return STOPPED
          if (answer.state !== 'allowed') return toDenial(answer)
        }
        const mayRun = !hasSideEffect(checked.effect) || (await claimant.beforeEffect())
        return mayRun ? ALLOW : OVER
      },
    }),

    /** Fails with `not_found`, `approval_stale` or `invalid_transition`. */
    async answer(answer: ApprovalAnswer): Promise<void> {
      const row = ledger.query.approvals.find(answer.approvalId)
      if (!row) throw new AppError('not_found', `No approval ${answer.approvalId}.`)
      const answered = await ledger.approvals.answer(answer, grantOf(row, answer))
      if (!settle(answered)) await ports.onAnsweredLate(answered)
    },
  }

  /** What "in this conversation" means for the call in question; null where each call is asked anew. */
  function grantOf(row: ApprovalRow, { allow, scope }: ApprovalAnswer) {
    const call = { id: row.callId, name: row.tool, arguments: row.arguments }
    const checked = catalogue.check(call)
    if (!allow || scope === 'once' || !row.canRemember || !checked.ok) return null
    const folder =
      row.runId === null
        ? (ledger.query.conversations.find(row.conversationId)?.folder ?? null)
        : (ledger.query.runs.find(row.runId)?.folder ?? null)
    return grantFor(questionOf({ folder }, call, checked))
  }
}
export type ApprovalDesk = ReturnType<typeof openApprovalDesk>

type Asking = {
  readonly claimant: Claimant
  readonly call: ToolCall
  readonly checked: Extract<CheckedCall, { ok: true }>
  readonly verdict: Extract<Verdict, { outcome: 'ask' }>
}

const ALLOW: Decision = { outcome: 'allow' }
const STOPPED: Decision = { outcome: 'deny', reason: 'Not run: stopped before it was answered.' }
const OVER: Decision = { outcome: 'deny', reason: 'Not run: this run is over.' }

const questionOf = (
  { folder }: Pick<Claimant, 'folder'>,
  { name }: ToolCall,
  { effect, target }: Extract<CheckedCall, { ok: true }>,
): Question => ({ tool: name, effect, target, folder: folder ?? '', confinement: 'none' })

const toDenial = ({ note }: ApprovalRow): Decision => ({
  outcome: 'deny',
  reason: note === '' ? 'The user said no.' : `The user said no: ${note}`,
})

const hashOf = (call: ToolCall, head: string): string =>
  createHash('sha256').update([call.name, call.arguments, head].join('\0')).digest('hex')

/** The arguments as they would run, one to a line. They were valid a moment ago; no text at all counts as none. */
const shown = (json: string): string => JSON.stringify(JSON.parse(json.trim() || '{}'), null, 2)
