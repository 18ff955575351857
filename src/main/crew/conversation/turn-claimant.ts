import type { ConversationView } from '../../../shared/conversation.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { Announcements } from '../runs/announcements.ts'
import type { Claimant } from './approval-desk.ts'

type Parts = { readonly ledger: Ledger; readonly announcements: Announcements }

/** A conversation's own turn as others see it: whose calls are judged, and what waits for a person or an endpoint. */
export function claimantOfTurn(
  { ledger, announcements }: Parts,
  turnId: TurnId,
  { id: conversationId, folder }: ConversationView,
): Claimant {
  const setWaiting = async (waiting: boolean): Promise<void> => {
    await ledger.conversations.setTurnWaiting(turnId, waiting)
    announcements.conversation(conversationId)
  }
  return {
    conversationId,
    runId: null,
    name: '',
    folder,
    beforeEffect: () => Promise.resolve(true),
    park: () => setWaiting(true),
    unpark: () => setWaiting(false),
  }
}
