import type { RunId } from '../../../shared/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settlements } from './settlements.ts'

export type Patience = {
  readonly clock: Clock
  readonly settlements: Settlements
  /** Null: as long as it takes. */
  readonly timeoutMs: number | null
  readonly signal: AbortSignal
}

/**
 * Resolves when `pending` names no run any more, the time is over, or `signal` aborts.
 * @param pending reads the ledger; asked again after each of its runs ended
 */
export function waitUntilSettled(pending: () => readonly RunId[], patience: Patience): Promise<void> {
  const { clock, settlements, timeoutMs, signal } = patience
  return new Promise((resolve) => {
    let watches: Disposable[] = []
    const timer = timeoutMs === null ? undefined : clock.setTimer(timeoutMs, finish)
    const clear = (): void => {
      for (const watch of watches) watch[Symbol.dispose]()
      watches = []
    }
    function finish(): void {
      clear()
      timer?.[Symbol.dispose]()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    function look(): void {
      clear()
      const runs = pending()
      if (runs.length === 0) finish()
      else watches = runs.map((id) => settlements.onSettled(id, look))
    }
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
    else look()
  })
}
