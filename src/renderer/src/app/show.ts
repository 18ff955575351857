import type { ConversationId, RunId } from '../../../shared/ids.ts'
import { awaitQueue, settleQueue } from '../features/conversation/queue-store.ts'
import { openThread } from '../features/conversation/thread-store.ts'
import { openRunJournal } from '../features/delegation/run-journal-store.ts'
import { awaitRuns, settleRuns } from '../features/delegation/runs-store.ts'
import type { Services } from './services.ts'

/** Names what this window looks at. Told before anything is read, so that no event falls between. */
async function watch({ host, navigation }: Services): Promise<void> {
  const { conversationId, runId } = navigation.getState()
  await host.call('host.watch', { conversationId, runId })
}

/** Reads what is shown from the ledger. Also after a gap in the events. */
export async function load(services: Services): Promise<void> {
  const { host, navigation, thread, queue, runs, runJournal } = services
  const { conversationId, runId } = navigation.getState()
  awaitRuns(runs, conversationId)
  awaitQueue(queue, conversationId)
  await watch(services)
  const [snapshot] = await Promise.all([
    openThread(thread, host, conversationId),
    openRunJournal(runJournal, host, runId),
  ])
  if (snapshot === null) return
  settleRuns(runs, snapshot)
  settleQueue(queue, snapshot)
}

/** Shows a conversation, and one of its runs beside it. */
export async function showConversation(
  services: Services,
  conversationId: ConversationId | null,
  runId: RunId | null = null,
): Promise<void> {
  services.navigation.setState({ page: 'conversation', conversationId, runId, overlay: overlayFor(runId) })
  await Promise.all([load(services), revealWork(services)])
}

/** In a narrow window the chosen run floats above the conversation. */
const overlayFor = (runId: RunId | null): 'none' | 'inspector' => (runId === null ? 'none' : 'inspector')

/** A run that was asked for is seen, though the pane may have been put away. */
async function revealWork({ host, navigation, settings }: Services): Promise<void> {
  if (navigation.getState().runId === null || settings.getState().settings.appearance.inspectorOpen) return
  await host.call('settings.change', { changes: [{ path: 'appearance.inspectorOpen', value: true }] })
}

/** Shows a run of the conversation on screen; null closes it. */
export async function showRun(services: Services, runId: RunId | null): Promise<void> {
  services.navigation.setState({ runId, overlay: overlayFor(runId) })
  await Promise.all([watch(services), revealWork(services)])
  await openRunJournal(services.runJournal, services.host, runId)
}

/** What a person looks at is read. */
export async function markReadIfSeen(
  { host, navigation, conversations }: Services,
  hasFocus: boolean,
): Promise<void> {
  const { conversationId, page } = navigation.getState()
  if (conversationId === null || page !== 'conversation' || !hasFocus) return
  if (conversations.getState().byId.get(conversationId)?.unread === true)
    await host.call('conversation.markRead', { conversationId })
}
