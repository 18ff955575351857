import type { RunId } from '../../../shared/ids.ts'
import { startHeartbeat, type Clock, type Millis } from '../../platform/clock.ts'
import { CHECK_MS, LATE_SWEEP_MS, MISSED_CHECKS_KILL, MISSED_CHECKS_SHOWN } from './policy.ts'

/** Somebody whose process should say something now and then. */
export type Watched = {
  readonly id: RunId
  /** Nothing was heard for some checks, or something was heard again. */
  setUnresponsive(unresponsive: boolean): void
  /** Six checks without a word: end it. */
  giveUp(): void
  /**
   * Called with each sweep, whatever was heard.
   * @param passedMs awake since the one before
   */
  look(passedMs: Millis): void
}

/** Counts missed checks of live runs, one sweep for all of them and no timer each. */
export function startLiveness(clock: Clock, swept: (live: readonly RunId[]) => void): Liveness {
  const missed = new Map<Watched, number>()
  let sweptAt = clock.elapsed()

  const heartbeat = startHeartbeat(clock, CHECK_MS, () => {
    const sinceMs = clock.elapsed() - sweptAt
    const wasAsleep = sinceMs > LATE_SWEEP_MS
    sweptAt = clock.elapsed()
    for (const [run, checks] of missed) {
      if (wasAsleep) forgive(run)
      else miss(run, checks + 1)
      run.look(wasAsleep ? 0 : sinceMs)
    }
    if (missed.size > 0) swept([...missed.keys()].map(({ id }) => id))
  })

  function miss(run: Watched, checks: number): void {
    missed.set(run, checks)
    if (checks === MISSED_CHECKS_SHOWN) run.setUnresponsive(true)
    if (checks === MISSED_CHECKS_KILL) run.giveUp()
  }

  function forgive(run: Watched): void {
    const checks = missed.get(run)
    if (checks === undefined || checks === 0) return
    missed.set(run, 0)
    if (checks >= MISSED_CHECKS_SHOWN) run.setUnresponsive(false)
  }

  return {
    watch: (run) => void missed.set(run, 0),
    heard: forgive,
    forgiveAll: () => [...missed.keys()].forEach(forgive),
    unwatch: (run) => void missed.delete(run),
    [Symbol.dispose]: () => heartbeat[Symbol.dispose](),
  }
}

export type Liveness = Disposable & {
  watch(run: Watched): void
  heard(run: Watched): void
  /** The machine slept, whether or not its clock tells: nobody missed anything. */
  forgiveAll(): void
  unwatch(run: Watched): void
}
