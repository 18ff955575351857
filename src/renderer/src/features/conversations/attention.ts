import type { ConversationView } from '../../../../shared/conversation.ts'
import type { Status } from '../../../../shared/status.ts'

/** Why a conversation stands where it stands in the sidebar; null: nothing about it is urgent. */
export type Attention = 'needsYou' | 'running' | 'unread' | null

/** A conversation runs while its own turn or any of its runs does; a question outranks that. */
export function attentionOf(conversation: ConversationView): Attention {
  if (conversation.needsYou > 0) return 'needsYou'
  if (conversation.turn !== 'idle' || conversation.liveRuns > 0) return 'running'
  return conversation.unread ? 'unread' : null
}

/** The mark beside a conversation's title; null when there is nothing to say. */
export function markOf(conversation: ConversationView): Status | null {
  const attention = attentionOf(conversation)
  if (attention === 'needsYou') return { icon: 'triangle', tone: 'waiting', word: 'waiting' }
  if (attention === 'running') return { icon: 'dot-in-ring', tone: 'running', word: 'running' }
  if (conversation.failure !== null && attention === 'unread')
    return { icon: 'cross', tone: 'failed', word: 'failed' }
  return attention === 'unread' ? { icon: 'tick', tone: 'done', word: 'done' } : null
}

/** Conversations of one folder, newest first. */
export type FolderGroup = {
  readonly folder: string | null
  readonly conversations: readonly ConversationView[]
}

export type Sections = {
  readonly needsYou: readonly ConversationView[]
  readonly running: readonly ConversationView[]
  readonly unread: readonly ConversationView[]
  readonly folders: readonly FolderGroup[]
}

const newestFirst = (a: ConversationView, b: ConversationView): number => b.updatedAt - a.updatedAt
/** Rows in these sections keep their place while they work: order of creation, not of activity. */
const firstSeen = (a: ConversationView, b: ConversationView): number => a.createdAt - b.createdAt

function byFolder(conversations: readonly ConversationView[]): FolderGroup[] {
  const groups = new Map<string | null, ConversationView[]>()
  for (const conversation of [...conversations].sort(newestFirst)) {
    const group = groups.get(conversation.folder)
    if (group === undefined) groups.set(conversation.folder, [conversation])
    else group.push(conversation)
  }
  return [...groups].map(([folder, members]) => ({ folder, conversations: members }))
}

/** Sorts conversations by attention, not by date: each stands in exactly one section. */
export function sectionsOf(conversations: Iterable<ConversationView>): Sections {
  const all = [...conversations]
  const having = (attention: Attention) =>
    all.filter((conversation) => attentionOf(conversation) === attention)
  return {
    needsYou: having('needsYou').sort(firstSeen),
    running: having('running').sort(firstSeen),
    unread: having('unread').sort(newestFirst),
    folders: byFolder(having(null)),
  }
}
