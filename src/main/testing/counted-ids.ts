import type { Ids } from '../platform/ids.ts'

/** Ids that a test can foretell: `run_1`, `run_2`, `entry_1`; each prefix counts for itself. */
export function createCountedIds(): Ids {
  const counts = new Map<string, number>()
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}_${count}`
    },
  }
}
