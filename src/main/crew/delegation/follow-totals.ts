import type { ConversationId } from '../../../shared/ids.ts'
import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import type { Announcements } from '../runs/announcements.ts'

/** How often the sum of a conversation is told while its runs work, at most: it is read from all of their calls. */
const TELL_MS: Millis = SECOND

/** Says outward what a conversation took so far, now and then, while runs of it ask their models. */
export type Totals = Disposable & { changed(id: ConversationId): void }

export function followTotals(clock: Clock, announcements: Pick<Announcements, 'conversation'>): Totals {
  const booked = new Map<ConversationId, Disposable>()
  let isOver = false
  return {
    changed(id) {
      if (isOver || booked.has(id)) return
      booked.set(
        id,
        clock.setTimer(TELL_MS, () => {
          booked.delete(id)
          announcements.conversation(id)
        }),
      )
    },
    [Symbol.dispose]() {
      isOver = true
      for (const timer of booked.values()) timer[Symbol.dispose]()
      booked.clear()
    },
  }
}
