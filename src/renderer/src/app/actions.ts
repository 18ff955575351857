import type { Mode } from '../../../shared/conversation.ts'
import type { ApprovalAnswer } from '../../../shared/approval.ts'
import type { RunView } from '../../../shared/delegation.ts'
import { toAppError } from '../../../shared/errors.ts'
import type { ModelChoice } from '../../../shared/settings.ts'
import type { BreakerId, ConversationId, DelegationId, RunId } from '../../../shared/ids.ts'
import { giveBack, typeDraft } from '../features/conversation/drafts-store.ts'
import { loadOlder } from '../features/conversation/thread-store.ts'
import { tell, type NoticesStore } from './notices-store.ts'
import { focusQuestion } from './panes.ts'
import type { Services } from './services.ts'
import { threadActions } from './thread-actions.ts'
import { showConversation, showRun } from './show.ts'
import { turnTo } from './turn-to.ts'

/** Shows the oldest open question and gives it the focus. */
async function showNextQuestion(services: Services): Promise<void> {
  const [first] = services.approvals.getState().pending.values()
  if (first === undefined) {
    tell(services.notices, { kind: 'text', text: 'keyboard.nothingNeedsYou' })
    return
  }
  if (services.navigation.getState().conversationId !== first.conversationId)
    await showConversation(services, first.conversationId)
  services.navigation.setState({ page: 'conversation', overlay: 'none' })
  focusQuestion(first.id)
}

/** All that a person can do beyond moving around a pane. Actions ask the host; events change what is shown. */
export type Actions = ReturnType<typeof createActions>

/** Waits for an answer of the host; a refusal becomes a notice. */
type Ask = (asked: Promise<unknown>) => void

const told =
  (notices: NoticesStore): Ask =>
  (asked) => {
    asked.catch((thrown: unknown) => tell(notices, { kind: 'error', error: toAppError(thrown).toWire() }))
  }

/** Sends what was typed; what cannot be sent goes back to the field. Creates the conversation when there is none yet. */
async function send(services: Services, text: string): Promise<void> {
  const { host, navigation, drafts } = services
  const { conversationId, newMode: mode } = navigation.getState()
  let key = conversationId
  typeDraft(drafts, key ?? 'new', '')
  try {
    if (key === null) {
      key = (await host.call('conversation.create', { folder: null })).id
      if (mode !== null) await host.call('conversation.setMode', { conversationId: key, mode })
      navigation.setState({ newMode: null })
      await showConversation(services, key)
    }
    await host.call('conversation.send', { conversationId: key, text })
  } catch (thrown) {
    giveBack(drafts, key ?? 'new', { text, problem: toAppError(thrown).toWire() })
  }
}

/** A folder becomes the workspace of the conversation on screen if that has neither folder nor message, else of a new one. */
async function workIn(services: Services, folder: string): Promise<void> {
  const { host, navigation, conversations, thread, drafts } = services
  const { conversationId } = navigation.getState()
  const shown = conversationId === null ? undefined : conversations.getState().byId.get(conversationId)
  const { phase, journal } = thread.getState()
  const isEmpty = phase === 'open' && journal.value.entries.length === 0
  if (shown !== undefined && shown.folder === null && isEmpty && shown.turn === 'idle') {
    await host.call('conversation.setFolder', { conversationId: shown.id, folder })
    navigation.setState({ page: 'conversation' })
    return
  }
  const created = await host.call('conversation.create', { folder })
  const draft = drafts.getState().byKey.get('new')
  if (draft !== undefined && conversationId === null) {
    typeDraft(drafts, created.id, draft.text)
    typeDraft(drafts, 'new', '')
  }
  await showConversation(services, created.id)
}

/** Moving around: between conversations, runs and the settings. */
const navigationActions = (services: Services, ask: Ask) => ({
  show: (id: ConversationId) => ask(showConversation(services, id)),
  startNew: () => ask(showConversation(services, null)),
  showSettings: () => services.navigation.setState({ page: 'settings', overlay: 'none' }),
  leaveSettings: () => services.navigation.setState({ page: 'conversation' }),
  showRun: (runId: RunId | null) => ask(showRun(services, runId)),
  showNextQuestion: () => ask(showNextQuestion(services)),
})

/** What concerns one conversation. */
const conversationActions = (services: Services, ask: Ask) => {
  const { host, navigation, thread } = services
  return {
    send: (text: string) => ask(send(services, text)),
    stop: (conversationId: ConversationId) => ask(host.call('conversation.stop', { conversationId })),
    goOn: (conversationId: ConversationId) => ask(host.call('conversation.continue', { conversationId })),
    rename: (conversationId: ConversationId, title: string) =>
      ask(host.call('conversation.rename', { conversationId, title })),
    setMode: (conversationId: ConversationId | null, mode: Mode) =>
      conversationId === null
        ? navigation.setState({ newMode: mode })
        : ask(host.call('conversation.setMode', { conversationId, mode })),
    loadOlder: () => ask(loadOlder(thread, host)),
    watchDemo: () => ask(host.call('demo.start', undefined).then(({ id }) => showConversation(services, id))),
    workIn: (folder: string) => ask(workIn(services, folder)),
    chooseFolder: () =>
      ask(
        host
          .call('folder.choose', undefined)
          .then((folder) => (folder === null ? null : workIn(services, folder))),
      ),
    answer: (answer: ApprovalAnswer): Promise<void> => host.call('approval.answer', answer),
  }
}

/** Ways on for what waits behind a breaker or a spent budget. */
const breakerActions = (services: Services, ask: Ask) => ({
  resumeBreaker: (breakerId: BreakerId) => ask(services.host.call('breaker.resume', { breakerId })),
  raiseBudget: (conversationId: ConversationId) =>
    ask(services.host.call('budget.raise', { conversationId })),
  turnTo: (breakerId: BreakerId, choice: ModelChoice) => ask(turnTo(services, breakerId, choice)),
})

/** What concerns runs, links and settings. */
const hostActions = ({ host, navigation }: Services, ask: Ask) => ({
  /** A second press, while it is being stopped, ends it at once. */
  stopRun: ({ id, stopping }: RunView) => ask(host.call('run.stop', { runId: id, now: stopping })),
  stopDelegation: (delegationId: DelegationId) => ask(host.call('delegation.stop', { delegationId })),
  stopAll: (conversationId: ConversationId) => ask(host.call('delegation.stopAll', { conversationId })),
  showFile: (runId: RunId) => ask(host.call('host.showFile', { runId })),
  openLink: (url: string) => ask(host.call('host.openLink', { url })),
  /** A model that was found; without a name, where to choose one. */
  useModel: (baseUrl: string, name: string | null) => {
    const changes = [
      { path: 'model.baseUrl', value: baseUrl },
      { path: 'model.name', value: name ?? '' },
    ]
    const changed = host.call('settings.change', { changes })
    if (name === null) {
      ask(changed)
      navigation.setState({ page: 'settings' })
    } else {
      // Whether it calls tools is found out once, when it is chosen.
      ask(changed.then(() => host.call('models.probe', { baseUrl, name, key: null })))
    }
  },
  set: (path: string, value: unknown) => ask(host.call('settings.change', { changes: [{ path, value }] })),
})

export function createActions(services: Services) {
  const ask = told(services.notices)
  return {
    ...navigationActions(services, ask),
    ...conversationActions(services, ask),
    ...threadActions(services, ask),
    ...hostActions(services, ask),
    ...breakerActions(services, ask),
  }
}
