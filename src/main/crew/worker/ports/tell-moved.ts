import { SECOND, type Clock, type Millis } from '../../../platform/clock.ts'
import type { MainLine } from '../main-line.ts'

/** How often it is told, at most: it is a sign of life, and carries nothing. */
const PAUSE_MS: Millis = SECOND

/** Tells main that what is under way came on. Books no timer: the last word of a burst may be left out. */
export function tellMoved(clock: Clock, line: MainLine): () => void {
  let toldAt = -PAUSE_MS
  return () => {
    if (clock.elapsed() - toldAt < PAUSE_MS) return
    toldAt = clock.elapsed()
    line.note({ type: 'moved' })
  }
}
