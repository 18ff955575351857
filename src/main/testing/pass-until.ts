import { systemClock } from '../platform/clock.ts'
import type { ManualClock } from './manual-clock.ts'

/** Lets time pass in small steps, and HTTP and disk have theirs, until `look` is satisfied. */
export async function passUntil(clock: ManualClock, look: () => void): Promise<void> {
  for (let step = 0; step < 400; step++) {
    try {
      look()
      return
    } catch {
      await clock.pass(20)
      await new Promise((resolve) => systemClock.setTimer(5, () => resolve(undefined)))
    }
  }
  look()
}
