import { createStore, type StoreApi } from 'zustand/vanilla'
import { toAppError, type WireError } from '../../../../shared/errors.ts'
import type { HostEvent } from '../../../../shared/events.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Branches } from '../../../../shared/conversation.ts'
import type { CallOutput, ConversationSnapshot } from '../../../../shared/calls.ts'
import type { NumberedEvent } from '../../lib/feed.ts'
import type { Host } from '../../lib/host.ts'
import { EMPTY_JOURNAL, withDelta, withEntry, withOlder, type Journal } from '../../lib/journal.ts'
import { withVersion } from './branches.ts'
import { advance, awaiting, settle, type Projection, type Reduce } from '../../lib/projection.ts'

/** The branch that is shown, and where it forks. */
export type ThreadJournal = Journal & { readonly branches: Branches }

const EMPTY_THREAD: ThreadJournal = { ...EMPTY_JOURNAL, branches: [] }

/** The conversation on screen: its journal, and how far it is loaded. */
export type ThreadState = {
  readonly conversationId: ConversationId | null
  readonly phase: 'none' | 'opening' | 'open' | 'failed'
  readonly error: WireError | null
  readonly loadingOlder: boolean
  readonly journal: Projection<ThreadJournal>
}
export type ThreadStore = StoreApi<ThreadState>

const NOTHING: ThreadState = {
  conversationId: null,
  phase: 'none',
  error: null,
  loadingOlder: false,
  journal: awaiting(EMPTY_THREAD),
}

/** Pure: what one event does to the journal of `conversationId`. */
export const reduceThread =
  (conversationId: ConversationId): Reduce<ThreadJournal> =>
  (journal, event: HostEvent) => {
    if (event.type === 'entry.appended') {
      const isOurs = event.entry.conversationId === conversationId && event.entry.runId === null
      if (!isOurs) return journal
      const grown = withEntry(journal, event.entry)
      return grown === journal ? journal : { ...grown, branches: withVersion(grown.branches, event.entry) }
    }
    if (event.type === 'turn.streamed' && event.conversationId === conversationId)
      return withDelta(journal, event)
    return journal
  }

export const createThreadStore = (): ThreadStore => createStore(() => NOTHING)

/** Reduces a batch in one step; nobody is told when it changed nothing here. */
export const applyToThread = (store: ThreadStore, events: readonly NumberedEvent[]): void =>
  store.setState((state) => {
    if (state.conversationId === null) return state
    const journal = advance(state.journal, events, reduceThread(state.conversationId))
    return journal === state.journal ? state : { journal }
  })

/** Shows a conversation. Answers with what was read, so that others can take their part; null when it was overtaken. */
export async function openThread(
  store: ThreadStore,
  host: Host,
  conversationId: ConversationId | null,
): Promise<ConversationSnapshot | null> {
  const again = store.getState().conversationId === conversationId
  const journal = awaiting(again ? store.getState().journal.value : EMPTY_THREAD)
  store.setState({ ...NOTHING, conversationId, phase: conversationId === null ? 'none' : 'opening', journal })
  if (conversationId === null) return null
  const isOvertaken = () =>
    store.getState().journal.held === null || store.getState().conversationId !== conversationId
  try {
    const snapshot = await host.call('conversation.open', { conversationId })
    if (isOvertaken()) return null
    const { sequence, entries, hasOlder, partial, branches } = snapshot
    const answer = { value: { entries, hasOlder, partial, branches }, sequence }
    store.setState((state) => ({
      phase: 'open',
      journal: settle(state.journal, answer, reduceThread(conversationId)),
    }))
    return snapshot
  } catch (thrown) {
    if (!isOvertaken()) store.setState({ phase: 'failed', error: toAppError(thrown).toWire() })
    return null
  }
}

/** Loads one page further back. Asking again while it is on its way does nothing. */
export async function loadOlder(store: ThreadStore, host: Host): Promise<void> {
  const { conversationId, journal, loadingOlder } = store.getState()
  const first = journal.value.entries[0]
  if (conversationId === null || first === undefined || loadingOlder || !journal.value.hasOlder) return
  store.setState({ loadingOlder: true })
  try {
    const page = await host.call('conversation.entries', { conversationId, before: first.id })
    store.setState((state) =>
      state.conversationId === conversationId
        ? { journal: { ...state.journal, value: withOlderPage(state.journal.value, page) } }
        : state,
    )
  } finally {
    store.setState({ loadingOlder: false })
  }
}

/** A fork at the seam of two pages is named by both. */
function withOlderPage(journal: ThreadJournal, page: CallOutput<'conversation.entries'>): ThreadJournal {
  const known = new Set(journal.branches.map(({ parentId }) => parentId))
  const older = page.branches.filter(({ parentId }) => !known.has(parentId))
  return { ...withOlder(journal, page), branches: [...older, ...journal.branches] }
}
