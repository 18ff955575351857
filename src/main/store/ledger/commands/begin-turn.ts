import type { Entry } from '../../../../shared/entry.ts'
import { TurnId, type ConversationId } from '../../../../shared/ids.ts'
import type { TurnCause } from '../tables/turns.ts'
import type { CommandContext } from './command-context.ts'
import { appendNow } from './journal-commands.ts'

/** Begins a turn inside a transaction of the caller. Null when one is live. */
export function startTurnNow(
  { tables, clock, ids, bootId }: CommandContext,
  conversationId: ConversationId,
  cause: TurnCause,
): TurnId | null {
  const id = TurnId.parse(ids.next('trn'))
  if (!tables.turns.start({ id, conversationId, cause, bootId, now: clock.now() })) return null
  tables.conversations.setFailure(conversationId, null, clock.now())
  return id
}

/** Puts a person's words at the head, inside a transaction of the caller. */
export const sayNow = (context: CommandContext, conversationId: ConversationId, text: string): Entry =>
  appendNow(context, {
    conversationId,
    run: null,
    parentId: context.tables.conversations.head(conversationId),
    content: { kind: 'user', text },
    usage: null,
  })
