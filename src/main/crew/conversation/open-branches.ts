import type { Branches } from '../../../shared/conversation.ts'
import type { Entry } from '../../../shared/entry.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ConversationId, EntryId } from '../../../shared/ids.ts'
import type { TurnPorts } from './run-turn.ts'
import type { Turns } from './turns.ts'

type BranchPorts = Pick<TurnPorts, 'ledger' | 'announcements'> & {
  /** Answers what is still asked with no, and `text` as the reason. */
  readonly setAside: (id: ConversationId, text: string) => Promise<void>
}

/** The other ways that a conversation went or may go. What was said stays; only the branch that is shown changes. */
export function openBranches({ ledger, announcements, setAside }: BranchPorts, turns: Turns) {
  function changed(id: ConversationId): void {
    announcements.announce({ type: 'branch.changed', conversationId: id })
    announcements.conversation(id)
  }
  return {
    /** Where the branch on screen forks, as far as these entries reach. */
    around(conversationId: ConversationId, entries: readonly Entry[]): Branches {
      const head = ledger.query.conversations.head(conversationId)
      const parents = entries.map(({ parentId }) => parentId)
      return ledger.query.branches.of({ conversationId, head, parents })
    },
    async edit(id: ConversationId, entryId: EntryId, text: string): Promise<void> {
      await setAside(id, text)
      const { turnId, entry } = await ledger.branches.edit({ conversationId: id, entryId }, text)
      announcements.entry(entry)
      changed(id)
      turns.begin(turnId, id)
    },
    async retry(id: ConversationId): Promise<void> {
      await setAside(id, 'The user wants another answer.')
      const turnId = await ledger.branches.retry(id)
      changed(id)
      turns.begin(turnId, id)
    },
    /** A question that is still asked belongs to the branch on screen: it is answered first. */
    async choose(id: ConversationId, entryId: EntryId): Promise<void> {
      if (ledger.query.approvals.pendingOf(id, null).length > 0)
        throw new AppError('invalid_transition', 'A question is open.')
      await ledger.branches.choose({ conversationId: id, entryId })
      changed(id)
    },
  }
}
