import { PanelLeft, PanelRight, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ConversationView } from '../../../shared/conversation.ts'
import { IconButton } from '../components/icon-button.tsx'
import { FailureEntry } from '../components/transcript/failure-entry.tsx'
import { BudgetCard } from '../features/budget/budget-card.tsx'
import { BreakerCard } from '../features/breaker/breaker-card.tsx'
import { waysOn } from '../features/breaker/ways-on.ts'
import { Composer } from '../features/conversation/composer.tsx'
import { draftOf, typeDraft } from '../features/conversation/drafts-store.ts'
import { FolderChip } from '../features/conversation/folder-chip.tsx'
import { ModeChip } from '../features/conversation/mode-chip.tsx'
import { ModelChip } from '../features/conversation/model-chip.tsx'
import { QueueList } from '../features/conversation/queue-list.tsx'
import { Start } from '../features/conversation/start.tsx'
import { Thread } from '../features/conversation/thread.tsx'
import { Title } from '../features/conversation/title.tsx'
import { FoundModels } from '../features/settings/found-models.tsx'
import { FolderTrust } from '../features/trust/folder-trust.tsx'
import styles from './conversation-pane.module.css'
import { useApp } from './services-context.ts'
import { useSlots } from './slots.tsx'
import { useThreadTail } from './thread-tail.tsx'
import { useCommands } from './use-commands.ts'

/** The conversation on screen; undefined while there is none. */
function useShown(): ConversationView | undefined {
  const { navigation, conversations } = useApp().services
  const id = useStore(navigation, (state) => state.conversationId)
  return useStore(conversations, (state) => (id === null ? undefined : state.byId.get(id)))
}

function Head({ conversation }: { readonly conversation: ConversationView | undefined }) {
  const { t } = useTranslation()
  const { services, actions } = useApp()
  const run = useCommands()
  const { sidebarOpen, inspectorOpen } = useStore(services.settings, (state) => state.settings.appearance)
  const hasRuns = useStore(services.runs, (state) => state.runs.value.size > 0)
  const isFirst = useStore(services.conversations, (state) => state.byId.size === 0)
  return (
    <header className={`${styles.head} pane-head`} data-sidebar={sidebarOpen && !isFirst}>
      {isFirst ? (
        <IconButton label={t('sidebar.settings')} data-testid="open-settings" onClick={actions.showSettings}>
          <Settings size={16} strokeWidth={1.5} />
        </IconButton>
      ) : (
        <IconButton
          label={t('sidebar.show')}
          className={styles.showSidebar ?? ''}
          data-testid="show-sidebar"
          onClick={() => run('sidebar')}
        >
          <PanelLeft size={16} strokeWidth={1.5} />
        </IconButton>
      )}
      {conversation !== undefined && (
        <Title
          key={conversation.id}
          title={conversation.title}
          onRename={(title) => actions.rename(conversation.id, title)}
        />
      )}
      <span className={styles.space} />
      <FolderChip folder={conversation?.folder ?? null} onChoose={actions.chooseFolder} />
      {conversation !== undefined && conversation.folder !== null && !conversation.demo && (
        <FolderTrust
          key={conversation.folder}
          folder={conversation.folder}
          mode={conversation.mode}
          turn={conversation.turn}
          host={services.host}
        />
      )}
      {hasRuns && (
        <IconButton
          label={inspectorOpen ? t('header.hideWork') : t('header.showWork')}
          data-testid="toggle-work"
          onClick={() => run('inspector')}
        >
          <PanelRight size={16} strokeWidth={1.5} />
        </IconButton>
      )}
    </header>
  )
}

function Chips({ conversation }: { readonly conversation: ConversationView | undefined }) {
  const { services, actions } = useApp()
  const settings = useStore(services.settings, (state) => state.settings)
  const newMode = useStore(services.navigation, (state) => state.newMode)
  const { model } = settings
  return (
    <>
      <ModeChip
        mode={conversation?.mode ?? newMode ?? settings.conversation.mode}
        fullModeEnabled={settings.permissions.fullModeEnabled}
        onChoose={(mode) => actions.setMode(conversation?.id ?? null, mode)}
      />
      <ModelChip
        model={settings.model.name}
        baseUrl={settings.model.baseUrl}
        demo={conversation?.demo ?? false}
        tools={
          model.probes.find(({ baseUrl, name }) => baseUrl === model.baseUrl && name === model.name)?.tools
        }
        onOpen={actions.showSettings}
      />
    </>
  )
}

function Messages({ conversation }: { readonly conversation: ConversationView | undefined }) {
  const { services, actions } = useApp()
  const slots = useSlots()
  const tail = useThreadTail(conversation)
  const model = useStore(services.settings, (state) => state.settings.model)
  const phase = useStore(services.thread, (state) => state.phase)
  const error = useStore(services.thread, (state) => state.error)
  const isEmpty = useStore(services.thread, (state) => state.journal.value.entries.length === 0)
  const isFirst = useStore(services.conversations, (state) => state.byId.size === 0)
  const answering = conversation !== undefined && conversation.turn !== 'idle'
  if (phase === 'failed' && error !== null)
    return (
      <div className={styles.failed}>
        <FailureEntry error={error} />
      </div>
    )
  if (isEmpty && !answering && tail === null) {
    if (phase === 'opening') return <div className={styles.opening} />
    const key = conversation?.id ?? 'new'
    return (
      <Start
        model={model.name}
        baseUrl={model.baseUrl}
        onExample={(text) => typeDraft(services.drafts, key, text)}
        sources={<FoundModels host={services.host} onUse={actions.useModel} onSetUp={actions.showSettings} />}
        onDemo={model.name === '' || isFirst ? actions.watchDemo : null}
      />
    )
  }
  return (
    <Thread
      store={services.thread}
      answering={answering}
      slots={slots}
      tail={tail}
      onNearStart={actions.loadOlder}
    />
  )
}

/** Whatever conversation is on screen: what refuses one refuses all that ask there. */
function Breakers() {
  const { services, actions } = useApp()
  const open = useStore(services.breakers, (state) => state.open)
  const { baseUrl, name, fallbacks } = useStore(services.settings, (state) => state.settings.model)
  return open.map((breaker) => (
    <BreakerCard
      key={breaker.id}
      breaker={breaker}
      others={waysOn(breaker, { current: { baseUrl, name }, fallbacks })}
      onTurnTo={(choice) => actions.turnTo(breaker.id, choice)}
      onResume={() => actions.resumeBreaker(breaker.id)}
      onSettings={actions.showSettings}
    />
  ))
}

/** What the conversation on screen used today, once it is worth a word. */
function Budget({ conversation: { id } }: { readonly conversation: ConversationView }) {
  const { services, actions } = useApp()
  const budget = useStore(services.budgets, ({ budgets }) =>
    budgets.find(({ conversationId }) => conversationId === id),
  )
  const { pauseDollars, pauseMillionTokens } = useStore(services.settings, (state) => state.settings.budgets)
  if (budget === undefined) return null
  return (
    <BudgetCard
      budget={budget}
      step={{ micros: pauseDollars * 1_000_000, tokens: pauseMillionTokens * 1_000_000 }}
      onRaise={() => actions.raiseBudget(id)}
      onStop={() => actions.stopAll(id)}
    />
  )
}

/** Messages that wait behind the answer of the conversation on screen. */
function Waiting({ conversation: { id, turn } }: { readonly conversation: ConversationView }) {
  const { services, actions } = useApp()
  const queue = useStore(services.queue, (state) => state.queue.value)
  return (
    <QueueList
      queue={queue}
      answering={turn !== 'idle'}
      onEdit={(number, text) => actions.editQueued(id, number, text)}
      onRemove={(number) => actions.removeQueued(id, number)}
      onSendNow={(number) => actions.sendNow(id, number)}
    />
  )
}

/** The middle of the window: title, messages, and where to write. */
export function ConversationPane() {
  const { services, actions } = useApp()
  const conversation = useShown()
  const key = conversation?.id ?? 'new'
  const draft = useStore(services.drafts, (state) => draftOf(state, key))
  return (
    <>
      <Head conversation={conversation} />
      <Breakers />
      {conversation !== undefined && <Budget conversation={conversation} />}
      <Messages conversation={conversation} />
      {conversation !== undefined && <Waiting conversation={conversation} />}
      <Composer
        draft={draft}
        answering={conversation !== undefined && conversation.turn !== 'idle'}
        subject={key}
        onType={(text) => typeDraft(services.drafts, key, text)}
        onSend={actions.send}
        onStop={() => conversation !== undefined && actions.stop(conversation.id)}
        chips={<Chips conversation={conversation} />}
      />
    </>
  )
}
