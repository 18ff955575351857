import { z } from 'zod'
import { Cost } from './cost.ts'
import { Details, ErrorCode } from './errors.ts'
import { ConversationId, EntryId } from './ids.ts'
import { Usage } from './usage.ts'

/** What an agent may do without asking. Later steps add `plan`. */
export const Mode = z.enum(['ask', 'auto', 'full'])
export type Mode = z.infer<typeof Mode>

/** Where the conversation's own turn stands; its runs have states of their own. */
export const TurnState = z.enum(['idle', 'running', 'waiting'])
export type TurnState = z.infer<typeof TurnState>

export const ConversationView = z.object({
  id: ConversationId,
  /** Empty until the first exchange gives one. */
  title: z.string(),
  /** Absolute path; null: the conversation has no folder yet. */
  folder: z.string().nullable(),
  mode: Mode,
  /** Answered by the demo's script, which is no model. */
  demo: z.boolean(),
  turn: TurnState,
  /** Why the last turn ended without an answer. */
  failure: z.object({ code: ErrorCode, details: Details }).nullable(),
  /** Runs of this conversation's tree that are not final. */
  liveRuns: z.int().nonnegative(),
  /** Questions that only a person can answer, and work that waits for its endpoint or its budget. */
  needsYou: z.int().nonnegative(),
  /** Results that came in and that no turn has taken yet: the inbox. */
  pendingDeliveries: z.int().nonnegative(),
  /** Something ended since a person last looked. */
  unread: z.boolean(),
  usage: Usage,
  /** Of its own calls and those of all its runs. */
  cost: Cost,
  createdAt: z.int(),
  updatedAt: z.int(),
})
export type ConversationView = z.infer<typeof ConversationView>

/** A message that waits until the answer under way has ended. */
export const QueuedMessage = z.object({
  /** Grows over the whole ledger. */
  number: z.int().positive(),
  text: z.string(),
  /** A person said "now": a running turn takes it at its next step. */
  urgent: z.boolean(),
})
export type QueuedMessage = z.infer<typeof QueuedMessage>

/**
 * Where a conversation forks: all entries that follow the same one, oldest first. `parentId` null: the conversation's
 * beginnings. Below the last entry on screen also a single one is named: the next answer will stand beside it.
 */
export const Branches = z.array(z.object({ parentId: EntryId.nullable(), entryIds: z.array(EntryId) }))
export type Branches = z.infer<typeof Branches>
