import type { Feed } from '../feed.ts'
import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const conversationHandlers = (
  { conversations, shell }: HostServices,
  feed: Feed,
): Room<'conversation' | 'folder'> => ({
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
  'folder.choose': () => shell.chooseFolder(),
})
