import type { ConversationId, RunId } from '../../../shared/ids.ts'

/** Who asks for delegation: a conversation's own agent, or a run. What it may do bounds what its children may do. */
export type Asker = {
  readonly conversationId: ConversationId
  readonly runId: RunId | null
  /** A conversation has depth 0, its children 1. */
  readonly depth: number
  /** Path of the run in its tree; null: the conversation. */
  readonly path: string | null
  readonly folder: string | null
  /** Names of the tools it may use itself. */
  readonly tools: readonly string[]
}
