import { createStore, type StoreApi } from 'zustand/vanilla'
import { toAppError, type WireError } from '../../../../shared/errors.ts'
import type { HostEvent } from '../../../../shared/events.ts'
import type { RunId } from '../../../../shared/ids.ts'
import type { NumberedEvent } from '../../lib/feed.ts'
import type { Host } from '../../lib/host.ts'
import { EMPTY_JOURNAL, withDelta, withEntry, type Journal } from '../../lib/journal.ts'
import { advance, awaiting, settle, type Projection, type Reduce } from '../../lib/projection.ts'

/** The journal of the one run that is looked at; only this one streams. */
export type RunJournalState = {
  readonly runId: RunId | null
  readonly phase: 'none' | 'opening' | 'open' | 'failed'
  readonly error: WireError | null
  readonly journal: Projection<Journal>
}
export type RunJournalStore = StoreApi<RunJournalState>

/** Pure: what one event does to the journal of `runId`. */
export const reduceRunJournal =
  (runId: RunId): Reduce<Journal> =>
  (journal, event: HostEvent) => {
    if (event.type === 'entry.appended' && event.entry.runId === runId) return withEntry(journal, event.entry)
    if (event.type === 'run.streamed' && event.runId === runId) return withDelta(journal, event)
    return journal
  }

export const createRunJournalStore = (): RunJournalStore =>
  createStore(() => ({ runId: null, phase: 'none', error: null, journal: awaiting(EMPTY_JOURNAL) }))

/** Reduces a batch in one step; nobody is told when it changed nothing here. */
export const applyToRunJournal = (store: RunJournalStore, events: readonly NumberedEvent[]): void =>
  store.setState((state) => {
    if (state.runId === null) return state
    const journal = advance(state.journal, events, reduceRunJournal(state.runId))
    return journal === state.journal ? state : { journal }
  })

/** Shows the journal of a run; null shows none. */
export async function openRunJournal(store: RunJournalStore, host: Host, runId: RunId | null): Promise<void> {
  const before = store.getState()
  const journal = awaiting(before.runId === runId ? before.journal.value : EMPTY_JOURNAL)
  store.setState({ runId, phase: runId === null ? 'none' : 'opening', error: null, journal })
  if (runId === null) return
  const isOvertaken = () => store.getState().runId !== runId || store.getState().journal.held === null
  try {
    const { sequence, entries, hasOlder, partial } = await host.call('run.open', { runId })
    if (isOvertaken()) return
    const answer = { value: { entries, hasOlder, partial }, sequence }
    store.setState((state) => ({
      phase: 'open',
      journal: settle(state.journal, answer, reduceRunJournal(runId)),
    }))
  } catch (thrown) {
    if (!isOvertaken()) store.setState({ phase: 'failed', error: toAppError(thrown).toWire() })
  }
}
