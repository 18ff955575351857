import { setImmediate as nextTurn } from 'node:timers/promises'
import { disposable } from '../platform/disposables.ts'
import { systemClock, type Clock, type Millis } from '../platform/clock.ts'

/** A clock that stands still until a test turns it. */
export interface ManualClock extends Clock {
  /** Timers that are booked and not yet due. */
  readonly booked: number
  /** Turns the clock and calls what falls due on the way, in order, all within this call. */
  advance(byMs: Millis): void
  /** The machine sleeps: all time passes at once, and what fell due meanwhile is called late. */
  sleep(byMs: Millis): void
  /** Like `advance`, but lets promises and I/O settle after each call, as time that really passes would. */
  pass(byMs: Millis): Promise<void>
}

type Timer = { readonly dueAt: Millis; readonly done: () => void }

/**
 * Makes a clock for tests.
 *
 * `setSoon` is the real end of the event loop's turn: what happens "soon" needs no time to pass, so awaiting a
 * commit works without turning the clock.
 * @param startMs what `now` says at first; `elapsed` begins at 0
 */
export function createManualClock(startMs: Millis = 1_700_000_000_000): ManualClock {
  let elapsed = 0
  let timers: readonly Timer[] = []

  const nextDue = (until: Millis): Timer | undefined =>
    timers
      .filter(({ dueAt }) => dueAt <= until)
      .reduce<Timer | undefined>(
        (first, timer) => (first && first.dueAt <= timer.dueAt ? first : timer),
        undefined,
      )
  const cancel = (timer: Timer): void => {
    timers = timers.filter((other) => other !== timer)
  }
  const fire = (timer: Timer): void => {
    cancel(timer)
    elapsed = Math.max(elapsed, timer.dueAt)
    timer.done()
  }

  return {
    get booked() {
      return timers.length
    },
    now: () => startMs + Math.floor(elapsed), // whole, as dates are, even after a timer that was not
    elapsed: () => elapsed,
    setTimer(delayMs, done) {
      const timer = { dueAt: elapsed + Math.max(0, delayMs), done }
      timers = [...timers, timer]
      return disposable(() => cancel(timer))
    },
    setSoon: systemClock.setSoon,
    advance(byMs) {
      const until = elapsed + byMs
      for (let timer = nextDue(until); timer; timer = nextDue(until)) fire(timer)
      elapsed = until
    },
    sleep(byMs) {
      elapsed += byMs
      for (let timer = nextDue(elapsed); timer; timer = nextDue(elapsed)) fire(timer)
    },
    async pass(byMs) {
      const until = elapsed + byMs
      await nextTurn()
      for (let timer = nextDue(until); timer; timer = nextDue(until)) {
        fire(timer)
        await nextTurn()
      }
      elapsed = until
    },
  }
}
