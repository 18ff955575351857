import { join } from 'node:path'
import type { ConversationId } from '../../shared/ids.ts'

/** Where `.muster` of a conversation or run lies: in its folder, else in a place of its own in the data folder. */
export const recordsFolder = (
  dataFolder: string,
  { conversationId, folder }: { conversationId: ConversationId; folder: string | null },
): string => folder ?? join(dataFolder, 'home', conversationId)
