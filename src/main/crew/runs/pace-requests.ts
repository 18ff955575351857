import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import { FAST_MESSAGES } from './policy.ts'

/** How often some of what is held back is let go. */
const TICK_MS: Millis = 10

/** Lets go what comes too fast, in order and no faster than it may come, so that nobody else has to wait for it. */
export type RequestPacer = Disposable & {
  /** What is held back. */
  readonly held: number
  hold(serve: () => void): void
}

export function paceRequests(clock: Clock): RequestPacer {
  const perTick = Math.ceil((FAST_MESSAGES * TICK_MS) / SECOND)
  let held: (() => void)[] = []
  let timer: Disposable | undefined

  function letGo(): void {
    timer = undefined
    const now = held.slice(0, perTick)
    held = held.slice(perTick)
    if (held.length > 0) timer = clock.setTimer(TICK_MS, letGo)
    for (const serve of now) serve()
  }
  return {
    get held() {
      return held.length
    },
    hold(serve) {
      held.push(serve)
      timer ??= clock.setTimer(TICK_MS, letGo)
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      held = []
    },
  }
}
