import type { HostEvent } from '../../shared/events.ts'
import { SECOND, type Clock, type Millis } from '../platform/clock.ts'
import { condense } from './event-batch.ts'
import { concerns, NO_FOCUS, type Focus } from './focus.ts'

/** Shortest time between two batches to one window: 30 a second. Source: architecture, "The main job". */
export const BATCH_INTERVAL_MS: Millis = Math.ceil(SECOND / 30)

export type FeedParts = {
  readonly clock: Clock
  /** Sends events of which the first has this number; answers with how many of them left. */
  readonly send: (sequence: number, events: readonly HostEvent[]) => number
  readonly onClose: (feed: Feed) => void
}

/**
 * One window's share of the events. The first event after a rest leaves at the end of this turn of the event loop; what
 * follows gathers for a while.
 */
export class Feed implements Disposable {
  readonly #parts: FeedParts
  #focus = NO_FOCUS
  #waiting: HostEvent[] = []
  #sent = 0
  #isAwake = false
  #isBooked = false
  #rest: Disposable | null = null

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  /** What the window looks at. */
  get focus(): Focus {
    return this.#focus
  }

  /** From now on contents of this are sent, and of nothing else. */
  watch(focus: Focus): void {
    this.#focus = focus
  }

  offer(event: HostEvent): void {
    if (!concerns(this.#focus, event) || !(this.#isAwake || isWish(event))) return
    this.#waiting.push(event)
    this.#flushSoon()
  }

  /**
   * Sends what is waiting and answers with the number of the last event sent. Called in the same turn of the event
   * loop as a snapshot is read, it is the number of the last event which that snapshot includes.
   */
  sync(): number {
    if (this.#isAwake) this.#flush()
    else this.#flushSoon() // wishes come after the snapshot: the page needs it to fulfil them
    this.#isAwake = true
    return this.#sent
  }

  /**
   * The page starts over. Until it asks for a snapshot it is told nothing, since the snapshot will hold it; only wishes
   * to reveal something wait.
   */
  restart(): void {
    this.#isAwake = false
    this.#focus = NO_FOCUS
    this.#waiting = this.#waiting.filter(isWish)
  }

  /** The window is gone. */
  [Symbol.dispose](): void {
    this.restart()
    this.#rest?.[Symbol.dispose]()
    this.#parts.onClose(this)
  }

  #flushSoon(): void {
    if (this.#rest !== null || this.#isBooked) return
    this.#isBooked = true
    this.#parts.clock.setSoon(() => this.#flush())
  }

  #flush(): void {
    this.#isBooked = false
    if (!this.#isAwake || this.#waiting.length === 0) return
    const events = condense(this.#waiting)
    this.#waiting = []
    this.#sent += this.#parts.send(this.#sent + 1, events)
    this.#rest?.[Symbol.dispose]()
    this.#rest = this.#parts.clock.setTimer(BATCH_INTERVAL_MS, () => {
      this.#rest = null
      this.#flush()
    })
  }
}

const isWish = ({ type }: HostEvent): boolean => type === 'reveal.asked'
