import type { Entry } from '../../../../shared/entry.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { sayNow } from './begin-turn.ts'
import type { CommandContext } from './command-context.ts'

/** A message that waits. */
type Place = { readonly conversationId: ConversationId; readonly number: number }

const waiting = (done: boolean, { number }: Place): void => {
  if (!done) throw new AppError('not_found', `Message ${number} does not wait any more.`)
}

/** What people do with messages that wait. All fail with `not_found` when the message was sent or removed before. */
export const queueCommands = (context: CommandContext) => {
  const { tables, commit } = context
  return {
    edit: (place: Place, text: string): Promise<void> =>
      commit(() => waiting(tables.queuedMessages.setText({ ...place, text }), place)),
    remove: (place: Place): Promise<void> =>
      commit(() => waiting(tables.queuedMessages.remove(place), place)),
    /** Puts it before all others; a running turn takes it at its next step. */
    makeUrgent: (place: Place): Promise<void> =>
      commit(() => waiting(tables.queuedMessages.setUrgent(place), place)),
    /** Takes what is urgent into the turn that runs: everything in it so far is answered, so that a message may follow. */
    takeUrgent(conversationId: ConversationId): Promise<Entry[]> {
      return commit(() => {
        const taken: Entry[] = []
        for (;;) {
          const text = tables.queuedMessages.takeUrgent(conversationId)
          if (text === undefined) return taken
          taken.push(sayNow(context, conversationId, text))
        }
      })
    },
  }
}
