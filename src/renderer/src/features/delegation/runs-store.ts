import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConversationSnapshot } from '../../../../shared/calls.ts'
import type { RunView } from '../../../../shared/delegation.ts'
import type { HostEvent } from '../../../../shared/events.ts'
import type { ConversationId, RunId } from '../../../../shared/ids.ts'
import type { NumberedEvent } from '../../lib/feed.ts'
import { advance, awaiting, settle, type Projection, type Reduce } from '../../lib/projection.ts'

/** Runs by id, in the order in which they were first seen: a row never moves while it works. */
export type Runs = ReadonlyMap<RunId, RunView>

/** The runs of the conversation on screen. */
export type RunsState = { readonly conversationId: ConversationId | null; readonly runs: Projection<Runs> }
export type RunsStore = StoreApi<RunsState>

/** Pure: the next runs of `conversationId` after one event. */
export const reduceRuns =
  (conversationId: ConversationId): Reduce<Runs> =>
  (runs, event: HostEvent) =>
    event.type === 'run.changed' && event.run.conversationId === conversationId
      ? new Map(runs).set(event.run.id, event.run)
      : runs

export const createRunsStore = (): RunsStore =>
  createStore(() => ({ conversationId: null, runs: awaiting(new Map()) }))

/** Reduces a batch in one step; nobody is told when it changed nothing here. */
export const applyToRuns = (store: RunsStore, events: readonly NumberedEvent[]): void =>
  store.setState((state) => {
    if (state.conversationId === null) return state
    const runs = advance(state.runs, events, reduceRuns(state.conversationId))
    return runs === state.runs ? state : { runs }
  })

/** Another conversation is being opened; what happens to its runs meanwhile is held. */
export const awaitRuns = (store: RunsStore, conversationId: ConversationId | null): void =>
  store.setState((state) => ({
    conversationId,
    runs: awaiting(state.conversationId === conversationId ? state.runs.value : new Map()),
  }))

/** Takes the part of a conversation's snapshot that concerns runs. */
export const settleRuns = (store: RunsStore, snapshot: ConversationSnapshot): void =>
  store.setState((state) => {
    const { id } = snapshot.conversation
    if (state.conversationId !== id) return state
    const value: Runs = new Map(snapshot.runs.map((run) => [run.id, run]))
    return { runs: settle(state.runs, { value, sequence: snapshot.sequence }, reduceRuns(id)) }
  })
