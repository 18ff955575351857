import type { ConversationId } from '../../../shared/ids.ts'
import type { TurnPorts } from './run-turn.ts'

type QueuePorts = Pick<TurnPorts, 'ledger' | 'announcements'> & {
  /** Answers the first message that waits, unless a turn is live. */
  readonly sendNext: (id: ConversationId) => Promise<unknown>
}

/** What people do with messages that wait for the answer under way to end. */
export function openQueue({ ledger, announcements, sendNext }: QueuePorts) {
  async function changed(id: ConversationId, change: Promise<unknown>): Promise<void> {
    await change
    announcements.queue(id)
  }
  return {
    edit: (id: ConversationId, number: number, text: string): Promise<void> =>
      changed(id, ledger.queue.edit({ conversationId: id, number }, text)),
    remove: (id: ConversationId, number: number): Promise<void> =>
      changed(id, ledger.queue.remove({ conversationId: id, number })),
    async sendNow(id: ConversationId, number: number): Promise<void> {
      await changed(id, ledger.queue.makeUrgent({ conversationId: id, number }))
      await sendNext(id)
    },
  }
}
