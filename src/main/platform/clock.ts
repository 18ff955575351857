/** Milliseconds; a name for the reader, not a check. */
export type Millis = number

export const SECOND: Millis = 1_000
export const MINUTE: Millis = 60 * SECOND
export const HOUR: Millis = 60 * MINUTE

/** Time as a parameter: tests turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970. May jump when the user or the network sets the time. */
  now(): Millis
  /** Milliseconds since some moment of this process; never jumps back. For durations. */
  elapsed(): Millis
  /** Calls `done` once, unless disposed before. */
  setTimer(delayMs: Millis, done: () => void): Disposable
  /** Calls `run` after what is going on in this turn of the event loop. */
  setSoon(run: () => void): void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer(delayMs, done) {
    const timer = setTimeout(done, delayMs)
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
  setSoon: (run) => void setImmediate(run),
}

/** When the day of a moment began, where this computer is. */
export const startOfDay = (at: Millis): Millis => new Date(at).setHours(0, 0, 0, 0)

/** When the day after that of a moment begins; days have 23 to 25 hours. */
export function startOfNextDay(at: Millis): Millis {
  const day = new Date(at)
  day.setDate(day.getDate() + 1)
  return day.setHours(0, 0, 0, 0)
}

/** Resolves after `delayMs`, or at once when `signal` aborts; never rejects. */
export function pause(clock: Clock, delayMs: Millis, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = (): void => {
      timer[Symbol.dispose]()
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = clock.setTimer(delayMs, finish)
    signal?.addEventListener('abort', finish)
  })
}

/** Calls `beat` every `intervalMs` until disposed. The next beat is booked first, so `beat` may dispose. */
export function startHeartbeat(clock: Clock, intervalMs: Millis, beat: () => void): Disposable {
  let timer = clock.setTimer(intervalMs, tick)
  function tick(): void {
    timer = clock.setTimer(intervalMs, tick)
    beat()
  }
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() }
}
