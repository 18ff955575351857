import type { GrowingJournal } from '../../../core/agent/journal.ts'
import type { Inbox } from '../../../core/agent/ports.ts'
import type { MainLine } from '../main-line.ts'

/** Main has already put what came in into the journal; here it only becomes known. */
export const relayedInbox = (line: MainLine, journal: GrowingJournal): Inbox => ({
  async take(atEnd, signal) {
    const stopped = new Promise<[]>((resolve) => {
      signal.addEventListener('abort', () => resolve([]), { once: true })
    })
    const entries = await Promise.race([line.ask('inbox.take', { atEnd }), stopped])
    journal.adopt(entries)
    return entries.length > 0
  },
})
