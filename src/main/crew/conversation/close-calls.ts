import type { ConversationId } from '../../../shared/ids.ts'
import { openCalls } from '../../core/agent/open-calls.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { Announcements } from '../runs/announcements.ts'

/** Enough of a journal's end to hold one answer with all its results. */
const TAIL_ENTRIES = 500

/**
 * Gives every call at the end of a conversation's journal that has no result one that says why, so that no provider
 * refuses the next request.
 */
export async function closeCalls(
  { ledger, announcements }: { ledger: Ledger; announcements: Announcements },
  conversationId: ConversationId,
  text: string,
): Promise<void> {
  const head = ledger.query.conversations.head(conversationId)
  for (const { call } of openCalls(ledger.query.entries.branch(head, TAIL_ENTRIES)).calls) {
    const entry = await ledger.journal.append({
      conversationId,
      run: null,
      parentId: ledger.query.conversations.head(conversationId),
      content: {
        kind: 'tool_result',
        callId: call.id,
        tool: call.name,
        ok: false,
        text,
        details: null,
        deliveries: [],
        durationMs: 0,
      },
      usage: null,
    })
    announcements.entry(entry)
  }
}
