import type { HostSnapshot } from '../../../shared/calls.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import type { EventBatch, HostEvent } from '../../../shared/events.ts'
import type { Host } from './host.ts'

/** An event with its place in the order of this window's events. */
export type NumberedEvent = { readonly number: number; readonly event: HostEvent }

/** Hears the whole state first, then events in order; after a gap the whole state again. */
export type Feed = {
  snapshot(snapshot: HostSnapshot): void
  events(events: readonly NumberedEvent[]): void
  failed(error: AppError): void
}

const numbered = (batch: EventBatch): NumberedEvent[] =>
  batch.events.map((event, index) => ({ number: batch.sequence + index, event }))

/**
 * Follows the host without ever missing an event unnoticed: a hole in the numbers asks for one fresh snapshot, and what
 * arrives meanwhile waits for it.
 * @returns the function that ends it
 */
export function followHost(host: Host, feed: Feed): () => void {
  let known: number | null = null
  let waiting: EventBatch[] = []

  async function ask(): Promise<void> {
    known = null
    try {
      const snapshot = await host.call('host.snapshot', undefined)
      known = snapshot.sequence
      feed.snapshot(snapshot)
    } catch (thrown) {
      feed.failed(toAppError(thrown))
      return
    }
    const held = waiting
    waiting = []
    held.forEach(take)
  }

  function take(batch: EventBatch): void {
    if (known === null) {
      waiting.push(batch)
      return
    }
    const last = known
    const fresh = numbered(batch).filter(({ number }) => number > last)
    const first = fresh[0]
    if (first === undefined) return
    if (first.number !== last + 1) {
      waiting.push(batch)
      void ask()
      return
    }
    known = last + fresh.length
    feed.events(fresh)
  }

  const end = host.subscribe(take)
  void ask()
  return end
}
