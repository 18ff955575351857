import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Mode } from '../../../shared/conversation.ts'
import type { ConversationId, RunId } from '../../../shared/ids.ts'

/** What is on screen. Nothing of it is truth about work: that is mirrored from the host. */
export type Navigation = {
  readonly page: 'conversation' | 'settings'
  /** Null: the conversation that does not exist yet. */
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
  /** Chosen for the conversation that does not exist yet; null: as the settings say. */
  readonly newMode: Mode | null
  readonly sheet: { readonly kind: 'none' | 'keyboard' } | { readonly kind: 'link'; readonly url: string }
  /** Panes opened over the others where the window is narrow. */
  readonly overlay: 'none' | 'sidebar' | 'inspector'
}
export type NavigationStore = StoreApi<Navigation>

export const createNavigationStore = (): NavigationStore =>
  createStore(() => ({
    page: 'conversation',
    conversationId: null,
    runId: null,
    newMode: null,
    sheet: { kind: 'none' },
    overlay: 'none',
  }))
