import type { ApprovalView } from '../../../shared/approval.ts'
import type { ConversationView } from '../../../shared/conversation.ts'
import type { RunView } from '../../../shared/delegation.ts'
import type { Entry } from '../../../shared/entry.ts'
import type { WireError } from '../../../shared/errors.ts'

/** What the ledger says of a job: one conversation with everything below it. */
export type JobRows = {
  readonly conversation: ConversationView
  readonly runs: readonly RunView[]
  /** Its pending questions. */
  readonly questions: readonly ApprovalView[]
  /** Newest entries of the conversation, oldest first. */
  readonly entries: readonly Entry[]
}

/** Where a job stands: it goes on, it is over, or nothing can go on without a person. */
export type JobState =
  | { readonly name: 'working' }
  | { readonly name: 'done' }
  | { readonly name: 'failed'; readonly error: WireError }
  | { readonly name: 'needs_person'; readonly questions: readonly ApprovalView[] }

/** Reads the state of a job from its rows, and from nothing else. */
export function jobState({ conversation, runs, questions }: JobRows): JobState {
  const live = runs.filter(({ endedAt }) => endedAt === null)
  const canGoOn = conversation.turn === 'running' || live.some(({ state }) => state !== 'waiting')
  if (canGoOn) return { name: 'working' }
  if (questions.length > 0) return { name: 'needs_person', questions }
  if (conversation.failure) return { name: 'failed', error: conversation.failure }
  const isSettled = isAtRest({ conversation, runs }) && conversation.pendingDeliveries === 0
  return { name: isSettled ? 'done' : 'working' }
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
  delegations: runs.map(({ id, delegationId, state, agent, usage }) => ({
    id: delegationId,
    run: id,
    state,
    agent,
    usage,
  })),
  error,
})
