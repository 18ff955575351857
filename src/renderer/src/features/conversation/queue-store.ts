import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConversationSnapshot } from '../../../../shared/calls.ts'
import type { QueuedMessage } from '../../../../shared/conversation.ts'
import type { HostEvent } from '../../../../shared/events.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { NumberedEvent } from '../../lib/feed.ts'
import { advance, awaiting, settle, type Projection, type Reduce } from '../../lib/projection.ts'

export type Queue = readonly QueuedMessage[]

/** What waits behind the answer of the conversation on screen. */
export type QueueState = { readonly conversationId: ConversationId | null; readonly queue: Projection<Queue> }
export type QueueStore = StoreApi<QueueState>

/** Pure: what waits in `conversationId` after one event. */
export const reduceQueue =
  (conversationId: ConversationId): Reduce<Queue> =>
  (queue, event: HostEvent) =>
    event.type === 'queue.changed' && event.conversationId === conversationId ? event.queued : queue

export const createQueueStore = (): QueueStore =>
  createStore(() => ({ conversationId: null, queue: awaiting([]) }))

/** Reduces a batch in one step; nobody is told when it changed nothing here. */
export const applyToQueue = (store: QueueStore, events: readonly NumberedEvent[]): void =>
  store.setState((state) => {
    if (state.conversationId === null) return state
    const queue = advance(state.queue, events, reduceQueue(state.conversationId))
    return queue === state.queue ? state : { queue }
  })

/** Another conversation is being opened; what happens to its queue meanwhile is held. */
export const awaitQueue = (store: QueueStore, conversationId: ConversationId | null): void =>
  store.setState((state) => ({
    conversationId,
    queue: awaiting(state.conversationId === conversationId ? state.queue.value : []),
  }))

/** Takes the part of a conversation's snapshot that concerns its queue. */
export const settleQueue = (
  store: QueueStore,
  { conversation, queued, sequence }: ConversationSnapshot,
): void =>
  store.setState((state) =>
    state.conversationId === conversation.id
      ? { queue: settle(state.queue, { value: queued, sequence }, reduceQueue(conversation.id)) }
      : state,
  )
