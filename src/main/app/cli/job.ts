import { UNATTENDED_WAIT_MS, type BreakerView } from '../../../shared/breaker.ts'
import type { ApprovalView } from '../../../shared/approval.ts'
import type { ConversationView } from '../../../shared/conversation.ts'
import type { RunView } from '../../../shared/delegation.ts'
import type { Entry } from '../../../shared/entry.ts'
import type { WireError } from '../../../shared/errors.ts'
import { NO_COST } from '../../../shared/cost.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import { openCalls } from '../../core/agent/open-calls.ts'

/** What the ledger says of a job: one conversation with everything below it. */
export type JobRows = {
  readonly conversation: ConversationView
  readonly runs: readonly RunView[]
  /** Its pending questions. */
  readonly questions: readonly ApprovalView[]
  /** Refuses everybody who asks for it; null: none does, as far as anybody knows. */
  readonly breaker: BreakerView | null
  /** No run begins until a person says so. */
  readonly isPaused: boolean
  /** Newest entries of the conversation, oldest first. */
  readonly entries: readonly Entry[]
}

/** Where a job stands: it goes on, it is over, or nothing can go on without a person. */
export type JobState =
  | { readonly name: 'working' }
  | { readonly name: 'done' }
  | { readonly name: 'failed'; readonly error: WireError }
  | { readonly name: 'needs_person'; readonly questions: readonly ApprovalView[] }
  /** Runs wait behind an endpoint that will go on refusing until a person sees to it. */
  | { readonly name: 'refused'; readonly error: WireError }
  /** Runs are queued, and none may begin. */
  | { readonly name: 'paused' }

/** Reads the state of a job from its rows, and from nothing else. */
export function jobState(rows: JobRows): JobState {
  const { conversation, runs, questions, entries } = rows
  const refusal = rows.breaker && lastingRefusal(rows.breaker)
  const canBegin = refusal === null && !rows.isPaused
  const canGoOn = turnCanGoOn({ conversation, entries }) || runs.some((run) => runCanGoOn(run, canBegin))
  if (canGoOn) return { name: 'working' }
  if (questions.length > 0) return { name: 'needs_person', questions }
  if (refusal && runs.some(({ endedAt }) => endedAt === null)) return { name: 'refused', error: refusal }
  if (rows.isPaused && runs.some(({ state }) => state === 'queued')) return { name: 'paused' }
  if (conversation.failure) return { name: 'failed', error: conversation.failure }
  const isSettled = isAtRest({ conversation, runs }) && conversation.pendingDeliveries === 0
  return { name: isSettled ? 'done' : 'working' }
}

/** The tools that may do nothing but wait for runs. */
const WAITING_TOOLS = ['delegate', 'wait_for_delegations']

/** A turn whose only open calls wait for runs goes on when these do, and not before. */
function turnCanGoOn({ conversation, entries }: Pick<JobRows, 'conversation' | 'entries'>): boolean {
  if (conversation.turn !== 'running') return false
  const { calls } = openCalls(entries)
  return calls.length === 0 || calls.some(({ call }) => !WAITING_TOOLS.includes(call.name))
}

function runCanGoOn({ endedAt, state, waitsForRuns }: RunView, canBegin: boolean): boolean {
  if (endedAt !== null || state === 'waiting' || waitsForRuns) return false
  return state !== 'queued' || canBegin
}

/** Null: it goes on by itself, and soon. Looking for a way that is missing may take for ever. */
export function lastingRefusal({ code, details, since, resumesAt }: BreakerView): WireError | null {
  const passes = code !== 'model_unreachable' && resumesAt !== null && resumesAt - since <= UNATTENDED_WAIT_MS
  return passes ? null : { code, details }
}

/** Nobody works, or waits to: only results may still lie there. */
export const isAtRest = ({ conversation, runs }: Pick<JobRows, 'conversation' | 'runs'>): boolean =>
  conversation.turn === 'idle' && runs.every(({ endedAt }) => endedAt !== null)

/** The last words of the conversation's own agent. */
export function answerOf(entries: readonly Entry[]): string {
  const texts = entries.flatMap(({ content }) =>
    content.kind === 'assistant' && content.text !== '' ? [content.text] : [],
  )
  return texts.at(-1) ?? ''
}

/** The last line of `--json`. */
export const resultLine = ({ conversation, runs, entries }: JobRows, error: WireError | null) => ({
  type: 'result' as const,
  text: answerOf(entries),
  conversation: conversation.id,
  usage: conversation.usage,
  cost: conversation.cost,
  delegations: runs.map(({ id, delegationId, state, agent, usage, cost }) => ({
    id: delegationId,
    run: id,
    state,
    agent,
    usage,
    cost,
  })),
  error,
})

/** The last line of `--json` for a job that never began. */
export const refusalLine = (error: WireError) => ({
  type: 'result' as const,
  text: '',
  conversation: null,
  usage: NO_USAGE,
  cost: NO_COST,
  delegations: [],
  error,
})
