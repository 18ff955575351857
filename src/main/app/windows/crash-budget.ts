import { MINUTE, type Clock, type Millis } from '../../platform/clock.ts'

/** How often a page that ended by itself is loaded again within `CRASH_WINDOW_MS`. */
export const MAX_RELOADS = 3
const CRASH_WINDOW_MS: Millis = MINUTE

/** Tells whether a page that just ended may be loaded again; false once it ends again and again. */
export function createCrashBudget(clock: Clock): () => boolean {
  let recent: Millis[] = []
  return () => {
    const now = clock.elapsed()
    recent = recent.filter((crash) => now - crash < CRASH_WINDOW_MS)
    if (recent.length >= MAX_RELOADS) return false
    recent.push(now)
    return true
  }
}
