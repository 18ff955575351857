import { HostEvent, type EventBatch } from '../../shared/events.ts'
import { SECOND, type Clock, type Millis } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { condense } from './event-batch.ts'
import { concerns, NO_FOCUS, type Focus } from './focus.ts'

/** Shortest time between two batches to one window: 30 a second. Source: architecture, "The main job". */
export const BATCH_INTERVAL_MS: Millis = Math.ceil(SECOND / 30)

/** One window's share of the events. Disposed when the window is gone. */
export interface Feed extends Disposable {
  readonly focus: Focus
  /** From now on contents of this are sent, and of nothing else. */
  watch(focus: Focus): void
  /**
   * Sends what is waiting and answers with the number of the last event sent. Called in the same turn of the event
   * loop as a snapshot is read, it is the number of the last event which that snapshot includes.
   */
  sync(): number
}

/** Tells windows what changed. An event may be lost with its window, never reordered, never doubled. */
export interface Announcer {
  announce(event: HostEvent): void
  openFeed(send: (batch: EventBatch) => void): Feed
}

export function createAnnouncer({ clock, logger }: { clock: Clock; logger: Logger }): Announcer {
  const feeds = new Set<OpenFeed>()
  const isValid = (event: HostEvent): boolean => {
    const { error } = HostEvent.safeParse(event)
    if (error) logger.error('event.invalid', { type: event.type, error })
    return !error
  }
  return {
    announce(event) {
      for (const feed of feeds) feed.offer(event)
    },
    openFeed(send) {
      const feed = createFeed({
        clock,
        sendEvents: (sequence, events) => send({ sequence, events }),
        isValid,
        onClose: () => void feeds.delete(feed),
      })
      feeds.add(feed)
      return feed
    },
  }
}

type OpenFeed = Feed & { offer(event: HostEvent): void }

type FeedParts = {
  readonly clock: Clock
  readonly sendEvents: (sequence: number, events: HostEvent[]) => void
  readonly isValid: (event: HostEvent) => boolean
  readonly onClose: () => void
}

/** The first event after a rest leaves at the end of this turn of the event loop, the others gather meanwhile. */
function createFeed({ clock, sendEvents, isValid, onClose }: FeedParts): OpenFeed {
  let focus = NO_FOCUS
  let waiting: HostEvent[] = []
  let sent = 0
  let isOpen = true
  let isBooked = false
  let rest: Disposable | null = null

  function flush(): void {
    isBooked = false
    const events = condense(waiting).filter(isValid)
    waiting = []
    if (!isOpen || events.length === 0) return
    sendEvents(sent + 1, events)
    sent += events.length
    rest?.[Symbol.dispose]()
    rest = clock.setTimer(BATCH_INTERVAL_MS, () => {
      rest = null
      if (waiting.length > 0) flush()
    })
  }

  return {
    get focus() {
      return focus
    },
    watch: (next) => void (focus = next),
    offer(event) {
      if (!concerns(focus, event)) return
      waiting.push(event)
      if (rest !== null || isBooked) return
      isBooked = true
      clock.setSoon(flush)
    },
    sync() {
      flush()
      return sent
    },
    [Symbol.dispose]() {
      isOpen = false
      rest?.[Symbol.dispose]()
      onClose()
    },
  }
}
