import { setMaxListeners } from 'node:events'
import type { ExitReason } from '../../../shared/delegation.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { EndRun } from './end-run.ts'

/** What is recorded of a run whose process left without a word. */
export const LOST: WireError = { code: 'worker_lost', details: {} }

/** How one run ends: asked from outside, told by its worker, or seen when its process left. The first record holds. */
export type RunEnding = {
  /** Aborted when the run is recorded, however it ended: nobody waits for it any more. */
  readonly over: AbortSignal
  /** Somebody asked it to end, or it said that it has; from then on nothing with an effect begins. */
  readonly isEnding: boolean
  ask(reason: ExitReason, error: WireError | null): void
  /**
   * The worker says how it ended. A completed answer is one, even if somebody asked to stop meanwhile; a stop that nobody
   * asked for is none.
   */
  told(reason: ExitReason, error: WireError | null): Promise<boolean>
  /** The process is gone. */
  seenGone(): Promise<boolean>
  /** Its process goes, and nothing is recorded or withdrawn: the app goes, or it waits without one from here on. */
  abandon(): void
}

export function createRunEnding(endRun: EndRun, run: RunRow): RunEnding {
  let asked: { exitReason: ExitReason; error: WireError | null } | null = null
  let recorded: Promise<boolean> | null = null
  let abandoned = false
  const over = new AbortController()
  setMaxListeners(0, over.signal) // whatever its worker waits for listens, as much at once as it has calls open
  const record = (exitReason: ExitReason, error: WireError | null): Promise<boolean> => {
    if (abandoned) return Promise.resolve(false)
    return (recorded ??= endRun.held(run, { exitReason, error }).finally(() => over.abort()))
  }
  const recordAsked = (): Promise<boolean> =>
    asked === null ? record('error', LOST) : record(asked.exitReason, asked.error)
  return {
    over: over.signal,
    get isEnding() {
      return asked !== null || recorded !== null || abandoned
    },
    abandon() {
      abandoned = true
      endRun.onEnded(run.id, () => over.abort())
    },
    ask(exitReason, error) {
      asked ??= { exitReason, error }
    },
    told: (reason, error) =>
      reason === 'completed' || (asked === null && reason !== 'stopped')
        ? record(reason, error)
        : recordAsked(),
    seenGone: recordAsked,
  }
}
