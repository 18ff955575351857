import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HostSnapshot } from '../../../../shared/calls.ts'
import type { ConversationView } from '../../../../shared/conversation.ts'
import type { HostEvent } from '../../../../shared/events.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { NumberedEvent } from '../../lib/feed.ts'

/** All conversations, mirrored from the ledger. */
export type Conversations = { readonly byId: ReadonlyMap<ConversationId, ConversationView> }
export type ConversationsStore = StoreApi<Conversations>

export const conversationsOf = (snapshot: HostSnapshot): Conversations => ({
  byId: new Map(snapshot.conversations.map((conversation) => [conversation.id, conversation])),
})

/** Pure: the next state after one event. */
export function reduceConversations(state: Conversations, event: HostEvent): Conversations {
  if (event.type !== 'conversation.changed') return state
  return { byId: new Map(state.byId).set(event.conversation.id, event.conversation) }
}

export const createConversationsStore = (): ConversationsStore => createStore(() => ({ byId: new Map() }))

/** Reduces a batch in one step, so that its listeners are told once. */
export const applyToConversations = (store: ConversationsStore, events: readonly NumberedEvent[]): void =>
  store.setState((state) => events.reduce((current, { event }) => reduceConversations(current, event), state))
