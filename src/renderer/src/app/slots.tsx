import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { ContentOf, Entry } from '../../../shared/entry.ts'
import type { DelegationId, RunId } from '../../../shared/ids.ts'
import type { ArticleSlots } from '../components/transcript/slots.ts'
import { ToolCard } from '../components/transcript/tool-card.tsx'
import { ApprovalCard } from '../features/approvals/approval-card.tsx'
import { versionsOf } from '../features/conversation/branches.ts'
import { FailureActions } from '../features/conversation/failure-actions.tsx'
import { MessageActions } from '../features/conversation/message-actions.tsx'
import { DelegationCard } from '../features/delegation/delegation-card.tsx'
import { RunResults } from '../features/delegation/run-results.tsx'
import { delegationOfCall, runsOfDelegation } from '../features/delegation/run-tree.ts'
import type { CallItem } from '../lib/articles.ts'
import { goalsOf } from '../lib/call-target.ts'
import { useApp } from './services-context.ts'

/** The delegations that calls on screen answered with. */
const claimedBy = (entries: readonly Entry[]): ReadonlySet<DelegationId> =>
  new Set(
    entries.flatMap(({ content }) =>
      content.kind === 'tool_result' && content.tool === 'delegate' && content.details?.kind === 'delegation'
        ? [content.details.delegationId]
        : [],
    ),
  )

/** The delegation that belongs to a call: the one it answered with, else the one that its goals point at. */
function DelegationAt({ item, live }: { readonly item: CallItem; readonly live: boolean }) {
  const { services, actions } = useApp()
  const runs = useStore(services.runs, (state) => state.runs.value)
  const entries = useStore(services.thread, (state) => state.journal.value.entries)
  const goals = goalsOf(item.call.arguments)
  const known = item.result?.details?.kind === 'delegation' ? item.result.details.delegationId : null
  const delegationId = known ?? delegationOfCall(runs.values(), goals, claimedBy(entries))
  if (delegationId === null && !live) return <ToolCard item={item} live={live} />
  return (
    <DelegationCard
      delegationId={delegationId}
      runs={delegationId === null ? [] : runsOfDelegation(runs.values(), delegationId)}
      goals={goals}
      onOpen={actions.showRun}
      onStop={actions.stopRun}
      onStopAll={actions.stopDelegation}
    />
  )
}

/** The question about a call of the conversation's own agent. */
function ApprovalAt({ callId }: { readonly callId: string }) {
  const { services, actions } = useApp()
  const conversationId = useStore(services.navigation, (state) => state.conversationId)
  const pending = useStore(services.approvals, (state) => state.pending)
  const approval = [...pending.values()].find(
    (each) => each.callId === callId && each.runId === null && each.conversationId === conversationId,
  )
  return approval === undefined ? null : (
    <ApprovalCard key={approval.id} approval={approval} onAnswer={actions.answer} />
  )
}

function ResultsAt({ runIds }: { readonly runIds: readonly RunId[] }) {
  const runs = useStore(useApp().services.runs, (state) => state.runs.value)
  return <RunResults runs={runIds.flatMap((id) => runs.get(id) ?? [])} />
}

/** Only the last failure can be acted on, and only while nothing is under way. */
function ActionsAt({ content, entry }: { readonly content: ContentOf<'failure'>; readonly entry: Entry }) {
  const { services, actions } = useApp()
  const isLast = useStore(services.thread, (state) => state.journal.value.entries.at(-1)?.id === entry.id)
  const isIdle = useStore(
    services.conversations,
    (state) => state.byId.get(entry.conversationId)?.turn === 'idle',
  )
  if (!isLast || !isIdle) return null
  return (
    <FailureActions
      code={content.code}
      onContinue={() => actions.goOn(entry.conversationId)}
      onSettings={actions.showSettings}
    />
  )
}

/** Outcomes of calls stand with the answer that made them. */
const lastMessage = (entries: readonly Entry[]): Entry | undefined =>
  entries.findLast(({ content }) => content.kind !== 'tool_result')

/** Answers that can be asked for again; a failure has actions of its own. */
const ANSWERS: readonly Entry['content']['kind'][] = ['assistant', 'interrupted']

/** What can be done with a message while nothing is under way. */
function MessageActionsAt({ entry }: { readonly entry: Entry }) {
  const { services, actions } = useApp()
  const { conversationId, content } = entry
  const isLast = useStore(services.thread, ({ journal }) => lastMessage(journal.value.entries) === entry)
  const branches = useStore(services.thread, (state) => state.journal.value.branches)
  const isIdle = useStore(services.conversations, (state) => state.byId.get(conversationId)?.turn === 'idle')
  return (
    <MessageActions
      id={entry.id}
      versions={versionsOf(branches, entry)}
      text={content.kind === 'user' ? content.text : null}
      canEdit={isIdle && content.kind === 'user'}
      canRetry={isIdle && isLast && ANSWERS.includes(content.kind)}
      canChoose={isIdle}
      onEdit={(text) => actions.edit(conversationId, entry.id, text)}
      onRetry={() => actions.retry(conversationId)}
      onChoose={(id) => actions.chooseBranch(conversationId, id)}
    />
  )
}

/** What other features put into the thread. Each listens for itself, so the slots never change. */
export function useSlots(): ArticleSlots {
  return useMemo(
    () => ({
      callCard: (item, live) =>
        item.call.name === 'delegate' && item.result?.ok !== false ? (
          <DelegationAt item={item} live={live} />
        ) : null,
      belowCall: (item) => <ApprovalAt callId={item.call.id} />,
      delivery: (content) => <ResultsAt runIds={content.runIds} />,
      failureActions: (content, entry) => <ActionsAt content={content} entry={entry} />,
      messageActions: (entry) => <MessageActionsAt entry={entry} />,
    }),
    [],
  )
}
