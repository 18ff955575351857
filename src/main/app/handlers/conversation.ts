import type { Feed } from '../feed.ts'
import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const conversationHandlers = (
  { conversations }: HostServices,
  feed: Feed,
): Room<'conversation' | 'queue'> => ({
  'conversation.create': ({ folder }) => conversations.create(folder),
  'conversation.open': ({ conversationId }) => ({
    sequence: feed.sync(),
    ...conversations.open(conversationId),
  }),
  'conversation.entries': ({ conversationId, before }) => conversations.entries(conversationId, before),
  'conversation.send': ({ conversationId, text }) => conversations.send(conversationId, text),
  'conversation.stop': ({ conversationId }) => conversations.stop(conversationId),
  'conversation.continue': ({ conversationId }) => conversations.continue(conversationId),
  'conversation.rename': ({ conversationId, title }) => conversations.rename(conversationId, title),
  'conversation.setMode': ({ conversationId, mode }) => conversations.setMode(conversationId, mode),
  'conversation.setFolder': ({ conversationId, folder }) => conversations.setFolder(conversationId, folder),
  'conversation.markRead': ({ conversationId }) => conversations.markRead(conversationId),
  'conversation.edit': ({ conversationId, entryId, text }) =>
    conversations.edit(conversationId, entryId, text),
  'conversation.retry': ({ conversationId }) => conversations.retry(conversationId),
  'conversation.chooseBranch': ({ conversationId, entryId }) =>
    conversations.chooseBranch(conversationId, entryId),
  'queue.edit': ({ conversationId, number, text }) => conversations.queue.edit(conversationId, number, text),
  'queue.remove': ({ conversationId, number }) => conversations.queue.remove(conversationId, number),
  'queue.sendNow': ({ conversationId, number }) => conversations.queue.sendNow(conversationId, number),
})
