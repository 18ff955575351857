import type { Entry } from '../../../../shared/entry.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { ConversationId, EntryId, TurnId } from '../../../../shared/ids.ts'
import { sayNow, startTurnNow } from './begin-turn.ts'
import type { CommandContext } from './command-context.ts'

/** An entry of a conversation's own journal. */
type Place = { readonly conversationId: ConversationId; readonly entryId: EntryId }

/**
 * Other ways for a conversation to go on. Nothing that was said is changed or deleted: the head moves, and what is
 * appended there stands beside what was there before. All fail with `invalid_transition` while a turn is live.
 */
export const branchCommands = (context: CommandContext) => {
  const { tables, commit, clock } = context

  function entryAt({ conversationId, entryId }: Place): Entry {
    const entry = tables.entries.find(entryId)
    if (entry?.conversationId !== conversationId || entry.runId !== null)
      throw new AppError('not_found', `No entry ${entryId}.`)
    return entry
  }
  function turnFor(conversationId: ConversationId, cause: 'message' | 'person'): TurnId {
    const turnId = startTurnNow(context, conversationId, cause)
    if (turnId === null) throw new AppError('invalid_transition', 'A turn is under way.')
    return turnId
  }

  return {
    /** Says something else in place of an earlier message, and begins a turn. Fails with `not_found`. */
    edit(place: Place, text: string): Promise<{ turnId: TurnId; entry: Entry }> {
      return commit(() => {
        const { content, parentId } = entryAt(place)
        if (content.kind !== 'user') throw new AppError('invalid_input', 'Only a message can be edited.')
        const turnId = turnFor(place.conversationId, 'message')
        tables.conversations.setHead(place.conversationId, parentId, clock.now())
        return { turnId, entry: sayNow(context, place.conversationId, text) }
      })
    },
    /** Goes back to what the last answer answered, and begins a turn. */
    retry(conversationId: ConversationId): Promise<TurnId> {
      return commit(() => {
        const head = tables.conversations.head(conversationId)
        const asked = head === null ? null : tables.branches.lastAsked(head)
        if (asked === null) throw new AppError('invalid_input', 'There is nothing to answer.')
        const turnId = turnFor(conversationId, 'person')
        tables.conversations.setHead(conversationId, asked, clock.now())
        return turnId
      })
    },
    /** Goes to the newest end below an entry. Fails with `not_found`. */
    choose(place: Place): Promise<void> {
      return commit(() => {
        const { id } = entryAt(place)
        if (tables.conversations.find(place.conversationId)?.turn !== 'idle')
          throw new AppError('invalid_transition', 'A turn is under way.')
        tables.conversations.setHead(place.conversationId, tables.branches.newestEnd(id), clock.now())
      })
    },
  }
}
