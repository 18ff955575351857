import type { Clock, Millis } from '../../platform/clock.ts'

/** Watches for silence. */
export interface QuietWatch extends Disposable {
  heard(): void
}

/** Calls `onQuiet` once when nothing was heard for `quietMs`. One timer, however much is heard. */
export function startQuietWatch(clock: Clock, quietMs: Millis, onQuiet: () => void): QuietWatch {
  let heardAt = clock.elapsed()
  let timer = clock.setTimer(quietMs, look)
  function look(): void {
    const left = heardAt + quietMs - clock.elapsed()
    if (left > 0) timer = clock.setTimer(left, look)
    else onQuiet()
  }
  return {
    heard: () => void (heardAt = clock.elapsed()),
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }
}
