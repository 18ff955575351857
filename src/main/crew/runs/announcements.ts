import type { DeliveryView } from '../../../shared/delegation.ts'
import type { Entry } from '../../../shared/entry.ts'
import type { Announce } from '../../../shared/events.ts'
import type { ApprovalView } from '../../../shared/approval.ts'
import type { ConversationId, RunId } from '../../../shared/ids.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import { NO_SIGNS, toRunView, type LiveSigns } from './run-view.ts'

/** What live processes show, by run; the supervisor writes it, whoever shows runs reads it. */
export type SignsOfLife = Map<RunId, LiveSigns>

/** Says outward what a row now holds. Called after the commit, never before. */
export function createAnnouncements(ledger: Ledger, announce: Announce, signs: SignsOfLife) {
  const conversation = (id: ConversationId): void => {
    const view = ledger.query.conversations.find(id)
    if (view) announce({ type: 'conversation.changed', conversation: view })
  }
  return {
    announce,
    conversation,
    /** What waits behind the answer of a conversation is another. */
    queue: (id: ConversationId): void =>
      announce({
        type: 'queue.changed',
        conversationId: id,
        queued: ledger.query.queuedMessages.of(id),
      }),
    entry: (entry: Entry): void => announce({ type: 'entry.appended', entry }),
    run(id: RunId): void {
      const run = ledger.query.runs.find(id)
      if (run) announce({ type: 'run.changed', run: toRunView(ledger, run, signs.get(id) ?? NO_SIGNS) })
    },
    /** A delivery was made or taken: the inbox of its conversation is another. */
    delivery(delivery: DeliveryView): void {
      announce({ type: 'delivery.changed', delivery })
      conversation(delivery.conversationId)
    },
    approval({ note: _, ...approval }: ApprovalView & { note?: string }): void {
      announce({ type: 'approval.changed', approval })
      conversation(approval.conversationId)
    },
  }
}
export type Announcements = ReturnType<typeof createAnnouncements>
