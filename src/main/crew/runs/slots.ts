import type { RunId } from '../../../shared/ids.ts'

type Waiter = { readonly id: RunId; readonly go: () => void }

/**
 * Places for runs that work at once.
 *
 * A run that waits for its own children or a person gives its place back, so that a tree deeper than the limit can finish;
 * when it can go on it comes before everybody who has not begun.
 */
export function openSlots(limit: () => number, onFree: () => void): Slots {
  const held = new Set<RunId>()
  const waiters: Waiter[] = []

  function serve(): void {
    while (held.size < limit()) {
      const first = waiters.shift()
      if (!first) return onFree()
      held.add(first.id)
      first.go()
    }
  }
  return {
    take(id) {
      if (held.has(id) || waiters.length > 0 || held.size >= limit()) return false
      held.add(id)
      return true
    },
    release(id) {
      const place = waiters.findIndex((waiter) => waiter.id === id)
      if (place >= 0) waiters.splice(place, 1)[0]?.go()
      if (held.delete(id)) serve()
    },
    retake(id) {
      return new Promise((go) => {
        waiters.push({ id, go })
        serve()
      })
    },
    serve,
  }
}

export type Slots = {
  /** False when there is no place for a run that has not begun. */
  take(id: RunId): boolean
  /** Also ends the run's wait for a place. */
  release(id: RunId): void
  /** Resolves when the run has a place again. */
  retake(id: RunId): Promise<void>
  /** The limit may have changed. */
  serve(): void
}
