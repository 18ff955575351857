import type { GrowingJournal } from '../../../core/agent/journal.ts'
import type { Inbox } from '../../../core/agent/ports.ts'
import type { MainLine } from '../main-line.ts'
import { orWhenStopped } from './or-when-stopped.ts'

/** Main has already put what came in into the journal; here it only becomes known. */
export const relayedInbox = (line: MainLine, journal: GrowingJournal): Inbox => ({
  async take(atEnd, signal) {
    const entries = await orWhenStopped(line.ask('inbox.take', { atEnd }), signal, [])
    journal.adopt(entries)
    return entries.length > 0
  },
})
