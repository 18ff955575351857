import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WireError } from '../../../../shared/errors.ts'
import type { ConversationId } from '../../../../shared/ids.ts'

/** Whose draft it is; `new` is the conversation that does not exist yet. */
export type DraftKey = ConversationId | 'new'

/** What was typed and not sent, and why the last try to send it failed. */
export type Draft = { readonly text: string; readonly problem: WireError | null }
export type Drafts = { readonly byKey: ReadonlyMap<DraftKey, Draft> }
export type DraftsStore = StoreApi<Drafts>

export const NO_DRAFT: Draft = { text: '', problem: null }

export const createDraftsStore = (): DraftsStore => createStore(() => ({ byKey: new Map() }))

export const draftOf = (drafts: Drafts, key: DraftKey): Draft => drafts.byKey.get(key) ?? NO_DRAFT

const put = (store: DraftsStore, key: DraftKey, draft: Draft): void =>
  store.setState(({ byKey }) => ({ byKey: new Map(byKey).set(key, draft) }))

/** What is typed now; a complaint about an earlier try goes. */
export const typeDraft = (store: DraftsStore, key: DraftKey, text: string): void =>
  put(store, key, { text, problem: null })

/** A text that could not be sent, and why. */
export type Unsent = { readonly text: string; readonly problem: WireError }

/** Puts a text that could not be sent back, in front of what was typed since. */
export function giveBack(store: DraftsStore, key: DraftKey, { text, problem }: Unsent): void {
  const since = draftOf(store.getState(), key).text
  put(store, key, { text: since === '' ? text : `${text}\n${since}`, problem })
}
