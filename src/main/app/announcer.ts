import { HostEvent, type EventBatch } from '../../shared/events.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { Feed } from './feed.ts'

/** Tells windows what changed. An event may be lost with its window, but never comes out of order or twice. */
export interface Announcer {
  announce(event: HostEvent): void
  /** A window's feed; it is told nothing before its first `sync`. To be disposed with the window. */
  openFeed(send: (batch: EventBatch) => void): Feed
}

export function createAnnouncer({ clock, logger }: { clock: Clock; logger: Logger }): Announcer {
  const feeds = new Set<Feed>()

  /** An event that breaks the contract is a bug: it is logged and stays here. */
  function isValid(event: HostEvent): boolean {
    const { error } = HostEvent.safeParse(event)
    if (error) logger.error('event.invalid', { type: event.type, error })
    return !error
  }

  return {
    announce(event) {
      for (const feed of feeds) feed.offer(event)
    },
    openFeed(send) {
      const feed = new Feed({
        clock,
        send(sequence, offered) {
          const events = offered.filter(isValid)
          if (events.length > 0) send({ sequence, events })
          return events.length
        },
        onClose: (closed) => void feeds.delete(closed),
      })
      feeds.add(feed)
      return feed
    },
  }
}
