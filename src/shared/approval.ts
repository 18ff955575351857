import { z } from 'zod'
import { ApprovalId, ConversationId, RunId } from './ids.ts'

/** How far a yes reaches. */
export const GrantScope = z.enum(['once', 'conversation'])
export type GrantScope = z.infer<typeof GrantScope>

export const ApprovalState = z.enum(['pending', 'allowed', 'denied'])
export type ApprovalState = z.infer<typeof ApprovalState>

/** A question about one call. What is shown is hashed; the answer must carry that hash. */
export const ApprovalView = z.object({
  id: ApprovalId,
  conversationId: ConversationId,
  /** The run that asks; null when the conversation's own agent does. */
  runId: RunId.nullable(),
  /** The agent's or run's name, for people. */
  asker: z.string(),
  callId: z.string(),
  tool: z.string(),
  /** The arguments exactly as they would run, pretty-printed JSON. */
  arguments: z.string(),
  /** The path or command in one line. */
  target: z.string(),
  /** Why it is asked, as a key of the catalogue. */
  reason: z.enum(['writes', 'executes', 'network', 'outside_folder', 'secret_file', 'control_file']),
  /** A yes may hold for the whole conversation; else each call is asked anew. */
  canRemember: z.boolean(),
  hash: z.string(),
  state: ApprovalState,
  createdAt: z.int(),
})
export type ApprovalView = z.infer<typeof ApprovalView>

export const ApprovalAnswer = z.object({
  approvalId: ApprovalId,
  hash: z.string(),
  allow: z.boolean(),
  scope: GrantScope,
  /** A word of why, told to the model. */
  note: z.string().max(2_000),
})
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>
