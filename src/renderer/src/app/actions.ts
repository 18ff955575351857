import type { Mode } from '../../../shared/conversation.ts'
import type { ApprovalAnswer } from '../../../shared/approval.ts'
import { toAppError } from '../../../shared/errors.ts'
import type { ConversationId, DelegationId, RunId } from '../../../shared/ids.ts'
import { giveBack, typeDraft } from '../features/conversation/drafts-store.ts'
import { loadOlder } from '../features/conversation/thread-store.ts'
import { tell, type NoticesStore } from './notices-store.ts'
import type { Services } from './services.ts'
import { showConversation, showRun } from './show.ts'

/** All that a person can do beyond moving around a pane. Actions ask the host; events change what is shown. */
export type Actions = ReturnType<typeof createActions>

/** Runs something that asks the host; a refusal becomes a notice. */
const told =
  (notices: NoticesStore) =>
  (asked: Promise<unknown>): void => {
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

export function createActions(services: Services) {
  const { host, navigation, approvals, conversations, notices, settings, thread } = services
  const ask = told(notices)
  const set = (path: string, value: unknown): void =>
    ask(host.call('settings.change', { changes: [{ path, value }] }))
  return {
    show: (id: ConversationId) => ask(showConversation(services, id)),
    startNew: () => ask(showConversation(services, null)),
    showSettings: () => navigation.setState({ page: 'settings', overlay: 'none' }),
    leaveSettings: () => navigation.setState({ page: 'conversation' }),
    showRun: (runId: RunId | null) => {
      ask(showRun(services, runId))
      if (runId !== null && !settings.getState().settings.appearance.inspectorOpen)
        set('appearance.inspectorOpen', true)
    },
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
    workIn: (folder: string) => ask(workIn(services, folder)),
    chooseFolder: () =>
      ask(
        host
          .call('folder.choose', undefined)
          .then((folder) => (folder === null ? null : workIn(services, folder))),
      ),
    answer: (answer: ApprovalAnswer): Promise<void> => host.call('approval.answer', answer),
    stopRun: (runId: RunId) => ask(host.call('run.stop', { runId })),
    stopDelegation: (delegationId: DelegationId) => ask(host.call('delegation.stop', { delegationId })),
    stopAll: (conversationId: ConversationId) => ask(host.call('delegation.stopAll', { conversationId })),
    showFile: (runId: RunId) => ask(host.call('host.showFile', { runId })),
    openLink: (url: string) => ask(host.call('host.openLink', { url })),
    set,
    /** The oldest open question; its conversation comes on screen. */
    showNextQuestion: () => {
      const [first] = approvals.getState().pending.values()
      if (first === undefined) tell(notices, { kind: 'text', text: 'keyboard.nothingNeedsYou' })
      else if (conversations.getState().byId.has(first.conversationId))
        ask(showConversation(services, first.conversationId, first.runId))
    },
  }
}
