import type { ConversationId, EntryId } from '../../../shared/ids.ts'
import type { Services } from './services.ts'

/** What a person does with single messages: those of the thread, and those that wait. */
export const threadActions = ({ host }: Services, ask: (asked: Promise<unknown>) => void) => ({
  edit: (conversationId: ConversationId, entryId: EntryId, text: string) =>
    ask(host.call('conversation.edit', { conversationId, entryId, text })),
  retry: (conversationId: ConversationId) => ask(host.call('conversation.retry', { conversationId })),
  chooseBranch: (conversationId: ConversationId, entryId: EntryId) =>
    ask(host.call('conversation.chooseBranch', { conversationId, entryId })),
  editQueued: (conversationId: ConversationId, number: number, text: string) =>
    ask(host.call('queue.edit', { conversationId, number, text })),
  removeQueued: (conversationId: ConversationId, number: number) =>
    ask(host.call('queue.remove', { conversationId, number })),
  sendNow: (conversationId: ConversationId, number: number) =>
    ask(host.call('queue.sendNow', { conversationId, number })),
})
