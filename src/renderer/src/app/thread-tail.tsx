import { useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { ApprovalView } from '../../../shared/approval.ts'
import type { ConversationView } from '../../../shared/conversation.ts'
import type { Entry } from '../../../shared/entry.ts'
import { ApprovalCard } from '../features/approvals/approval-card.tsx'
import { PauseLine } from '../features/breaker/pause-line.tsx'
import { PendingLine } from '../features/conversation/pending-line.tsx'
import { useApp } from './services-context.ts'
import styles from './thread-tail.module.css'

/** Calls of the conversation's own agent that have no outcome: their questions stand with them. */
function openCallsOf(entries: readonly Entry[]): ReadonlySet<string> {
  const open = new Set<string>()
  for (const { content } of entries) {
    if (content.kind === 'assistant') content.toolCalls.forEach(({ id }) => open.add(id))
    if (content.kind === 'tool_result') open.delete(content.callId)
  }
  return open
}

function useLooseQuestions(conversation: ConversationView | undefined): readonly ApprovalView[] {
  const { approvals, thread } = useApp().services
  const pending = useStore(approvals, (state) => state.pending)
  const entries = useStore(thread, (state) => state.journal.value.entries)
  return useMemo(() => {
    const own = [...pending.values()].filter(({ conversationId }) => conversationId === conversation?.id)
    if (own.length === 0) return own
    const open = openCallsOf(entries)
    return own.filter(({ runId, callId }) => runId !== null || !open.has(callId))
  }, [pending, entries, conversation?.id])
}

/** What stands after the last message: a pause, questions of runs, and results that wait. Null when there is nothing. */
export function useThreadTail(conversation: ConversationView | undefined): ReactNode {
  const { services, actions } = useApp()
  const pause = useStore(services.pauses, ({ byAgent }) => conversation && byAgent.get(conversation.id))
  const questions = useLooseQuestions(conversation)
  const waiting = conversation?.turn === 'idle' ? conversation.pendingDeliveries : 0
  if (conversation === undefined || (questions.length === 0 && waiting === 0 && !pause)) return null
  return (
    <div className={styles.tail}>
      {pause && <PauseLine pause={pause} />}
      {questions.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} onAnswer={actions.answer} />
      ))}
      {waiting > 0 && <PendingLine count={waiting} onContinue={() => actions.goOn(conversation.id)} />}
    </div>
  )
}
