import type { Clock, Millis } from './clock.ts'

/** When the machine last came back from sleep; what was under way then may have been cut by it. */
export type Naps = {
  /** It is awake again. */
  woke(): void
  /** Whether it slept after this moment of `elapsed`. */
  since(moment: Millis): boolean
}

export function watchNaps(clock: Clock): Naps {
  let wokeAt: Millis | null = null
  return {
    woke() {
      wokeAt = clock.elapsed()
    },
    since: (moment) => wokeAt !== null && wokeAt >= moment,
  }
}
