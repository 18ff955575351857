import type { CallOutput, ConversationSnapshot } from '../../../shared/calls.ts'
import { type ConversationView, type Mode } from '../../../shared/conversation.ts'
import type { RunView } from '../../../shared/delegation.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ConversationId, EntryId } from '../../../shared/ids.ts'
import type { TakenOver } from '../../store/ledger/commands/boot-commands.ts'
import { closeCalls } from './close-calls.ts'
import { openBranches } from './open-branches.ts'
import { openQueue } from './open-queue.ts'
import { PAGE_ENTRIES, SHOWN_CONVERSATIONS, SHOWN_RUNS } from './policy.ts'
import type { TurnPorts } from './run-turn.ts'
import { titleOf } from './title-of.ts'
import { createTurns } from './turns.ts'

export type ConversationPorts = TurnPorts & {
  /** Real path of a folder that may be a workspace. Fails with `folder_missing` or `folder_refused`. */
  readonly checkFolder: (path: string) => Promise<string>
  /** The demo's sample folder, and what a person is taken to ask for there. */
  readonly prepareDemo: () => Promise<{ folder: string; task: string }>
  readonly runsOf: (id: ConversationId, limit: number) => RunView[]
}

/** What people do with conversations. Reads come from the ledger as it stands; each change is committed before it is told. */
export function openConversations(ports: ConversationPorts) {
  const { ledger, announcements, desk } = ports
  const turns = createTurns(ports)
  const branches = openBranches({ ledger, announcements, setAside }, turns)
  const queue = openQueue({ ledger, announcements, sendNext: turns.sendNext })

  function view(id: ConversationId): ConversationView {
    const conversation = ledger.query.conversations.find(id)
    if (!conversation) throw new AppError('not_found', `No conversation ${id}.`)
    return conversation
  }
  async function changed(id: ConversationId, change: Promise<unknown>): Promise<ConversationView> {
    await change
    announcements.conversation(id)
    return view(id)
  }
  const page = (id: ConversationId, head: EntryId | null): CallOutput<'conversation.entries'> => {
    const entries = ledger.query.entries.branch(head, PAGE_ENTRIES)
    const hasOlder = (entries[0]?.parentId ?? null) !== null
    return { entries, hasOlder, branches: branches.around(id, entries) }
  }

  /** A plain new message is an answer to what was asked: no, and the user says this instead. */
  async function setAside(id: ConversationId, text: string): Promise<void> {
    if (view(id).turn !== 'idle') return
    await desk.drop({ conversationId: id, runId: null }, text)
    await closeCalls(ports, id, `Denied, and the user says: ${text}`)
  }

  return {
    list: (): ConversationView[] => ledger.query.conversations.newest(SHOWN_CONVERSATIONS),
    async create(folder: string | null): Promise<ConversationView> {
      const real = folder === null ? null : await ports.checkFolder(folder)
      const { mode } = ports.settings().conversation
      const conversation = await ledger.conversations.create({ folder: real, mode, demo: false })
      announcements.conversation(conversation.id)
      return conversation
    },
    /** A conversation in the sample folder that the demo's script answers, and what to ask it. */
    async createDemo(): Promise<{ conversation: ConversationView; task: string }> {
      const { folder, task } = await ports.prepareDemo()
      const conversation = await ledger.conversations.create({ folder, mode: 'ask', demo: true })
      announcements.conversation(conversation.id)
      return { conversation, task }
    },
    open(id: ConversationId): Omit<ConversationSnapshot, 'sequence'> {
      return {
        conversation: view(id),
        ...page(id, ledger.query.conversations.head(id)),
        partial: turns.partial(id),
        runs: ports.runsOf(id, SHOWN_RUNS),
        deliveries: ledger.query.deliveries.pending(id, null),
        queued: ledger.query.queuedMessages.of(id),
      }
    },
    entries(id: ConversationId, before: EntryId) {
      const entry = ledger.query.entries.find(before)
      if (entry?.conversationId !== id) throw new AppError('not_found', `No entry ${before}.`)
      return page(id, entry.parentId)
    },
    async send(id: ConversationId, text: string): Promise<void> {
      await setAside(id, text)
      if (view(id).title === '') await ledger.conversations.rename(id, titleOf(text))
      const sent = await ledger.conversations.send(id, text)
      if (sent) {
        announcements.entry(sent.entry)
        turns.begin(sent.turnId, id)
      }
      announcements.queue(id)
      announcements.conversation(id)
    },
    edit: branches.edit,
    retry: branches.retry,
    chooseBranch: branches.choose,
    queue,
    stop: turns.stop,
    rest: turns.rest,
    /** Takes what the inbox holds, or goes on where the journal stopped. */
    async continue(id: ConversationId): Promise<void> {
      const turnId = await ledger.conversations.startTurn(view(id).id, 'person')
      if (turnId !== null) turns.begin(turnId, id)
    },
    wake: turns.wake,
    rename: (id: ConversationId, title: string) => changed(id, ledger.conversations.rename(id, title)),
    setMode: async (id: ConversationId, mode: Mode) => {
      if (mode === 'full' && !ports.settings().permissions.fullModeEnabled) {
        throw new AppError('invalid_input', 'Full is switched off in the settings.', { details: { mode } })
      }
      return changed(id, ledger.conversations.setMode(id, mode))
    },
    setFolder: async (id: ConversationId, folder: string) => {
      if (view(id).demo) throw new AppError('invalid_transition', 'The demo keeps its own folder.')
      return changed(id, ledger.conversations.setFolder(id, await ports.checkFolder(folder)))
    },
    markRead: async (id: ConversationId): Promise<void> => {
      if (view(id).unread) await changed(id, ledger.conversations.setUnread(id, false))
    },
    /** Brings what a dead process left in the middle into a form that can go on: partial text kept, open calls closed. */
    async resume({ interruptedTurns }: TakenOver): Promise<void> {
      for (const id of interruptedTurns) await mend(id)
    },
    [Symbol.asyncDispose]: () => turns.close(),
  }

  async function mend(id: ConversationId): Promise<void> {
    const partial = ledger.query.partials.find({ conversationId: id, runId: null })
    if (partial && (partial.text !== '' || partial.thinking !== '')) {
      const parentId = ledger.query.conversations.head(id)
      const content = { kind: 'interrupted' as const, ...partial }
      await ledger.journal.append({ conversationId: id, run: null, parentId, content, usage: null })
    }
    const isAsked = ledger.query.approvals.pendingOf(id, null).length > 0
    if (!isAsked)
      await closeCalls(ports, id, 'Interrupted: the outcome is unknown. Check before you do it again.')
  }
}
export type Conversations = ReturnType<typeof openConversations>
