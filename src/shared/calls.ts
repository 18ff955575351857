import { z } from 'zod'
import { AgentView } from './agents.ts'
import { ApprovalAnswer, ApprovalView } from './approval.ts'
import { BreakerView } from './breaker.ts'
import { BudgetView } from './budget.ts'
import { call, type HandlersOf, type InputOf, type OutputOf } from './call.ts'
import { Branches, ConversationView, Mode, QueuedMessage } from './conversation.ts'
import { DeliveryView, RunView } from './delegation.ts'
import { Entry } from './entry.ts'
import { WireError } from './errors.ts'
import { FolderAnswer, FolderInspection } from './folder-trust.ts'
import { FullDisk } from './full-disk.ts'
import { FoundModels, ToolAbility } from './found-models.ts'
import { ReducedRuns } from './reduced-runs.ts'
import { BreakerId, ConversationId, DelegationId, EntryId, RunId } from './ids.ts'
import { SettingChange, Settings } from './settings.ts'

/** Text that a model is writing right now and that is not an entry yet. */
export const Partial = z.object({ text: z.string(), thinking: z.string() })
export type Partial = z.infer<typeof Partial>

/** Everything the shell shows, read in one go. `sequence` is the number of the last event it includes. */
export const HostSnapshot = z.object({
  sequence: z.int().nonnegative(),
  conversations: z.array(ConversationView),
  approvals: z.array(ApprovalView),
  /** Endpoints that refuse us right now. */
  breakers: z.array(BreakerView),
  /** Conversations that used much of what they may use today, or all of it. */
  budgets: z.array(BudgetView),
  /** Set while work waits for room on the disk. */
  fullDisk: FullDisk.nullable(),
  /** Set while fewer runs work at once than is set. */
  reducedRuns: ReducedRuns.nullable(),
  settings: Settings,
  /** Why the settings file is not in force and defaults are; null while it is. */
  settingsProblem: WireError.nullable(),
  /** What the environment says of the network and is not in use; null: nothing. */
  networkProblem: WireError.nullable(),
  /** Whether a key is stored, and how safely; never the key. */
  key: z.object({
    present: z.boolean(),
    origin: z.string(),
    storage: z.enum(['encrypted', 'session', 'none']),
  }),
  /** What the system says, for the theme and language `system`. */
  system: z.object({
    dark: z.boolean(),
    language: z.enum(['en', 'zh-CN']),
    platform: z.string(),
    version: z.string(),
  }),
})
export type HostSnapshot = z.infer<typeof HostSnapshot>

/** One conversation, open on screen. Entries oldest first; `before` of `conversation.entries` pages backwards. */
export const ConversationSnapshot = z.object({
  /** Number of the last event it includes; what is streamed up to there stands in `partial` already. */
  sequence: z.int().nonnegative(),
  conversation: ConversationView,
  entries: z.array(Entry),
  hasOlder: z.boolean(),
  partial: Partial,
  runs: z.array(RunView),
  deliveries: z.array(DeliveryView),
  branches: Branches,
  queued: z.array(QueuedMessage),
})
export type ConversationSnapshot = z.infer<typeof ConversationSnapshot>

/** A run's own journal, for the live transcript. */
export const RunSnapshot = z.object({
  /** Number of the last event it includes. */
  sequence: z.int().nonnegative(),
  run: RunView,
  entries: z.array(Entry),
  hasOlder: z.boolean(),
  partial: Partial,
})
export type RunSnapshot = z.infer<typeof RunSnapshot>

const byConversation = z.object({ conversationId: ConversationId })
const queuedMessage = byConversation.extend({ number: z.int().positive() })
const messageText = z.string().min(1).max(1_000_000)

/** Every request the renderer may make. A new feature starts with one entry here. */
export const calls = {
  'host.snapshot': call(z.void(), HostSnapshot),
  /** Names what this window looks at; only that is sent to it. Null: nothing. */
  'host.watch': call(
    z.object({ conversationId: ConversationId.nullable(), runId: RunId.nullable() }),
    z.void(),
  ),
  /** Opens an https or mailto link in the system's browser. Anything else: `invalid_input`. */
  'host.openLink': call(z.object({ url: z.string().max(8_000) }), z.void()),
  /** Shows a file that Muster wrote (a transcript) in the system's file manager. */
  'host.showFile': call(z.object({ runId: RunId }), z.void()),

  /** Begins a conversation in a sample folder that a script answers: no model, no key, no network. */
  'demo.start': call(z.void(), ConversationView),

  'conversation.create': call(z.object({ folder: z.string().nullable() }), ConversationView),
  /** Fails with `not_found`. */
  'conversation.open': call(byConversation, ConversationSnapshot),
  /** Older entries, oldest first, at most 200. */
  'conversation.entries': call(
    z.object({ conversationId: ConversationId, before: EntryId }),
    z.object({ entries: z.array(Entry), hasOlder: z.boolean(), branches: Branches }),
  ),
  /** Commits the message and returns; the answer comes as events. While a turn runs the message waits its turn. */
  'conversation.send': call(byConversation.extend({ text: messageText }), z.void()),
  /** Ends this answer. Runs in the background go on. */
  'conversation.stop': call(byConversation, z.void()),
  /** Starts a turn that takes what the inbox holds. */
  'conversation.continue': call(byConversation, z.void()),
  'conversation.rename': call(
    z.object({ conversationId: ConversationId, title: z.string().min(1).max(200) }),
    ConversationView,
  ),
  'conversation.setMode': call(z.object({ conversationId: ConversationId, mode: Mode }), ConversationView),
  /** Fails with `folder_missing` or `folder_refused`. */
  'conversation.setFolder': call(
    z.object({ conversationId: ConversationId, folder: z.string() }),
    ConversationView,
  ),
  'conversation.markRead': call(byConversation, z.void()),
  /**
   * Says `text` in place of an earlier message, on a branch of its own, and begins a turn. Fails with `not_found`,
   * `invalid_input` (no message of a person), or, like the two below, `invalid_transition` while a turn is live.
   */
  'conversation.edit': call(byConversation.extend({ entryId: EntryId, text: messageText }), z.void()),
  /** Answers the last message, or the last results, once more, on a branch of its own. */
  'conversation.retry': call(byConversation, z.void()),
  /** Shows the branch that goes through this entry, to its newest end. Fails with `not_found`. */
  'conversation.chooseBranch': call(byConversation.extend({ entryId: EntryId }), z.void()),
  /** Changes a message that waits. Fails, like the two below, with `not_found` when it was sent or removed before. */
  'queue.edit': call(queuedMessage.extend({ text: messageText }), z.void()),
  'queue.remove': call(queuedMessage, z.void()),
  /** Puts it into the running turn at its next step, or begins a turn with it. */
  'queue.sendNow': call(queuedMessage, z.void()),
  /** Asks the system's folder dialog. Null: the person cancelled. */
  'folder.choose': call(z.void(), z.string().nullable()),
  /** What a folder brings that instructs or executes. Fails with `folder_missing` or `folder_refused`. */
  'folder.inspect': call(z.object({ folder: z.string() }), FolderInspection),
  /** Keeps a person's answer for exactly these items, and answers with the folder as it is now. */
  'folder.trust': call(FolderAnswer, FolderInspection),

  /** Whom tasks can be given to in a folder, or without one, and what is in the way of the others. */
  'agents.list': call(z.object({ folder: z.string().nullable() }), z.array(AgentView)),

  /** Fails with `not_found`, `invalid_transition` (already answered) or `approval_stale`. */
  'approval.answer': call(ApprovalAnswer, z.void()),

  /** Lets everything that waits behind it go on, with today's endpoint and key. */
  'breaker.resume': call(z.object({ breakerId: BreakerId }), z.void()),

  /** Lets a conversation whose budget is spent go on for today, as far again. */
  'budget.raise': call(byConversation, z.void()),

  'run.open': call(z.object({ runId: RunId }), RunSnapshot),
  /** Asks the run, and all below it, to end. `now`: ends their processes at once. */
  'run.stop': call(z.object({ runId: RunId, now: z.boolean().optional() }), z.void()),
  'delegation.stop': call(z.object({ delegationId: DelegationId }), z.void()),
  /** Ends the answer and all runs of this conversation's tree. */
  'delegation.stopAll': call(byConversation, z.void()),

  'settings.change': call(z.object({ changes: z.array(SettingChange).min(1).max(50) }), Settings),
  /** Stores the key for the origin of `baseUrl`. Empty: forgets it. Answers with how it is kept. */
  'settings.setKey': call(
    z.object({ baseUrl: z.string(), key: z.string().max(10_000) }),
    z.object({ storage: z.enum(['encrypted', 'session', 'none']) }),
  ),
  /** One real request to the endpoint, with the stored key unless `key` is given. */
  'settings.testModel': call(
    z.object({ baseUrl: z.string(), name: z.string(), key: z.string().max(10_000).nullable() }),
    z.object({ ok: z.boolean(), latencyMs: z.int(), reply: z.string(), error: WireError.nullable() }),
  ),
  /** Names of the models the endpoint offers. */
  'settings.listModels': call(
    z.object({ baseUrl: z.string(), key: z.string().max(10_000).nullable() }),
    z.object({ models: z.array(z.string()), error: WireError.nullable() }),
  ),
  /** What could answer without being set up: servers on this computer, and keys of the environment. Sends no key. */
  'models.detect': call(z.void(), FoundModels),
  /** One real request with a trivial tool, to see whether the model calls it. Keeps what it saw in the settings. */
  'models.probe': call(
    z.object({ baseUrl: z.string(), name: z.string(), key: z.string().max(10_000).nullable() }),
    z.object({ tools: ToolAbility.nullable(), error: WireError.nullable() }),
  ),
} as const

export type HostCalls = typeof calls
export type CallName = keyof HostCalls
export type CallInput<N extends CallName> = InputOf<HostCalls, N>
export type CallOutput<N extends CallName> = OutputOf<HostCalls, N>
export type Handlers = HandlersOf<HostCalls>
