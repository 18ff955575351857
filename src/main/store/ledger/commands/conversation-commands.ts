import { ConversationView, type Mode } from '../../../../shared/conversation.ts'
import type { Entry } from '../../../../shared/entry.ts'
import { AppError, type WireError } from '../../../../shared/errors.ts'
import { ConversationId, type TurnId } from '../../../../shared/ids.ts'
import type { NewConversation } from '../tables/conversations.ts'
import type { TurnCause, TurnEndState } from '../tables/turns.ts'
import { sayNow, startTurnNow } from './begin-turn.ts'
import type { CommandContext } from './command-context.ts'

/** The turn that the oldest waiting message began; null when none could begin, or none waits. */
export type Sent = { readonly turnId: TurnId; readonly entry: Entry } | null

const known = (done: boolean, id: ConversationId): void => {
  if (!done) throw new AppError('not_found', `No conversation ${id}.`)
}

export const conversationCommands = (context: CommandContext) => {
  const { tables, commit, clock, ids, bootId } = context

  const sendOldestNow = (conversationId: ConversationId): Sent => {
    if (tables.queuedMessages.of(conversationId).length === 0) return null // else the failure of the last turn is lost
    if (tables.queuedMessages.of(conversationId).length === 0) return null
    const turnId = startTurnNow(context, conversationId, 'message')
    const text = turnId === null ? undefined : tables.queuedMessages.take(conversationId)
    return turnId === null || text === undefined
      ? null
      : { turnId, entry: sayNow(context, conversationId, text) }
  }

  return {
    create(conversation: NewConversation): Promise<ConversationView> {
      return commit(() => {
        const id = ConversationId.parse(ids.next('cnv'))
        tables.conversations.add({ ...conversation, id, now: clock.now() })
        return ConversationView.parse(tables.conversations.find(id))
      })
    },
    /** Commits a person's message behind those that wait, and begins a turn with the oldest unless one is live. */
    send(conversationId: ConversationId, text: string): Promise<Sent> {
      return commit(() => {
        tables.queuedMessages.add({ conversationId, text, now: clock.now() })
        return sendOldestNow(conversationId)
      })
    },
    /** Takes the oldest waiting message, if there is one, into a turn of its own. */
    sendQueued: (conversationId: ConversationId): Promise<Sent> =>
      commit(() => sendOldestNow(conversationId)),
    /** Null when a turn is live. */
    startTurn: (conversationId: ConversationId, cause: TurnCause): Promise<TurnId | null> =>
      commit(() => startTurnNow(context, conversationId, cause)),
    setTurnWaiting: (turnId: TurnId, waiting: boolean): Promise<boolean> =>
      commit(() => (waiting ? tables.turns.wait(turnId, bootId) : tables.turns.resume(turnId, bootId))),
    /** False when it ended before. */
    endTurn(turn: {
      id: TurnId
      conversationId: ConversationId
      state: TurnEndState
      failure: WireError | null
    }): Promise<boolean> {
      return commit(() => {
        const now = clock.now()
        if (!tables.turns.end({ id: turn.id, bootId, state: turn.state, now })) return false
        tables.conversations.setFailure(turn.conversationId, turn.failure, now)
        tables.conversations.setUnread(turn.conversationId, true)
        return true
      })
    },
    rename: (id: ConversationId, title: string): Promise<void> =>
      commit(() => known(tables.conversations.setTitle(id, title, clock.now()), id)),
    setFolder: (id: ConversationId, folder: string): Promise<void> =>
      commit(() => known(tables.conversations.setFolder(id, folder, clock.now()), id)),
    setMode: (id: ConversationId, mode: Mode): Promise<void> =>
      commit(() => known(tables.conversations.setMode(id, mode, clock.now()), id)),
    setUnread: (id: ConversationId, unread: boolean): Promise<void> =>
      commit(() => tables.conversations.setUnread(id, unread)),
  }
}
