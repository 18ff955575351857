import type { HostSnapshot } from '../../../shared/calls.ts'
import { toAppError } from '../../../shared/errors.ts'
import type { HostEvent } from '../../../shared/events.ts'
import { applyToApprovals, approvalsOf } from '../features/approvals/approvals-store.ts'
import { applyToBreakers, breakersOf } from '../features/breaker/breakers-store.ts'
import { applyToPauses } from '../features/breaker/pauses-store.ts'
import { applyToQueue } from '../features/conversation/queue-store.ts'
import { applyToThread } from '../features/conversation/thread-store.ts'
import { applyToConversations, conversationsOf } from '../features/conversations/conversations-store.ts'
import { applyToRunJournal } from '../features/delegation/run-journal-store.ts'
import { applyToBudgets, budgetsOf } from '../features/budget/budgets-store.ts'
import { applyToCrew, crewOf } from '../features/crew/crew-store.ts'
import { applyToDisk, diskOf } from '../features/disk/full-disk-store.ts'
import { applyToRuns } from '../features/delegation/runs-store.ts'
import { applyToSettings, settingsOf } from '../features/settings/settings-store.ts'
import { followHost, type NumberedEvent } from '../lib/feed.ts'
import { tell } from './notices-store.ts'
import type { Services } from './services.ts'
import { load, markReadIfSeen, showConversation } from './show.ts'

/** Where one was: the conversation that was last at work. */
const latestOf = (snapshot: HostSnapshot) =>
  snapshot.conversations.reduce<HostSnapshot['conversations'][number] | null>(
    (latest, each) => (latest === null || each.updatedAt > latest.updatedAt ? each : latest),
    null,
  )

const isBranchOnScreen = (event: HostEvent, { navigation }: Services): boolean =>
  event.type === 'branch.changed' && event.conversationId === navigation.getState().conversationId

/**
 * The one subscription to the host: feeds every store, and reads again what is shown when the host had to start over.
 * @param ready called once, when the first state is there
 * @param hasFocus whether a person looks at this window right now
 * @returns the function that ends it
 */
export function connect(services: Services, ready: () => void, hasFocus: () => boolean): () => void {
  let isFirst = true
  const report = (thrown: unknown): void =>
    tell(services.notices, { kind: 'error', error: toAppError(thrown).toWire() })

  function snapshot(state: HostSnapshot): void {
    services.conversations.setState(conversationsOf(state))
    services.approvals.setState(approvalsOf(state))
    services.breakers.setState(breakersOf(state))
    services.disk.setState(diskOf(state))
    services.crew.setState(crewOf(state))
    services.budgets.setState(budgetsOf(state))
    services.settings.setState(settingsOf(state))
    const loaded = isFirst ? showConversation(services, latestOf(state)?.id ?? null) : load(services)
    loaded.catch(report)
    for (const error of [state.settingsProblem, state.networkProblem])
      if (isFirst && error !== null) tell(services.notices, { kind: 'error', error })
    if (isFirst) ready()
    isFirst = false
  }

  function events(batch: readonly NumberedEvent[]): void {
    applyToConversations(services.conversations, batch)
    applyToApprovals(services.approvals, batch)
    applyToBreakers(services.breakers, batch)
    applyToPauses(services.pauses, batch)
    applyToDisk(services.disk, batch)
    applyToCrew(services.crew, batch)
    applyToBudgets(services.budgets, batch)
    applyToThread(services.thread, batch)
    applyToQueue(services.queue, batch)
    applyToRuns(services.runs, batch)
    applyToRunJournal(services.runJournal, batch)
    applyToSettings(services.settings, batch)
    for (const { event } of batch) {
      if (isBranchOnScreen(event, services)) load(services).catch(report)
      if (event.type === 'reveal.asked')
        showConversation(services, event.conversationId, event.runId).catch(report)
    }
    markReadIfSeen(services, hasFocus()).catch(report)
  }

  return followHost(services.host, { snapshot, events, failed: report })
}
