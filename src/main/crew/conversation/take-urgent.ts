import type { Entry } from '../../../shared/entry.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { Announcements } from '../runs/announcements.ts'

/** Takes what a person said "now" to into the running turn, between two steps. */
export async function takeUrgent(
  { ledger, announcements }: { ledger: Ledger; announcements: Announcements },
  id: ConversationId,
): Promise<Entry[]> {
  if (!ledger.query.queuedMessages.of(id).some(({ urgent }) => urgent)) return []
  const entries = await ledger.queue.takeUrgent(id)
  entries.forEach(announcements.entry)
  announcements.queue(id)
  return entries
}
