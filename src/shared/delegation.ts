import { z } from 'zod'
import { Cost } from './cost.ts'
import { Details, ErrorCode } from './errors.ts'
import { ConversationId, DelegationId, DeliveryId, RunId } from './ids.ts'
import { Usage } from './usage.ts'

/** Where a run stands. Nothing leaves one of `FINAL_STATES`. */
export const RunState = z.enum([
  'queued',
  'starting',
  'running',
  'waiting',
  'finalizing',
  'completed',
  'failed',
  'timed_out',
  'stalled',
  'stopped',
  'interrupted',
])
export type RunState = z.infer<typeof RunState>

export const FINAL_STATES = ['completed', 'failed', 'timed_out', 'stalled', 'stopped', 'interrupted'] as const
export type FinalState = (typeof FINAL_STATES)[number]

export const isFinal = (state: RunState): state is FinalState =>
  (FINAL_STATES as readonly RunState[]).includes(state)

/** Why a run ended; an axis of its own, never folded into the state. */
export const ExitReason = z.enum([
  'completed',
  'max_steps',
  'stopped',
  'error',
  'timeout',
  'stalled',
  'interrupted',
])
export type ExitReason = z.infer<typeof ExitReason>

const STATE_AFTER: Record<ExitReason, FinalState> = {
  completed: 'completed',
  max_steps: 'completed', // completed and truncated, and it looks it
  stopped: 'stopped',
  error: 'failed',
  timeout: 'timed_out',
  stalled: 'stalled',
  interrupted: 'interrupted',
}

/** The one final state that an exit reason leads to. */
export const stateAfter = (reason: ExitReason): FinalState => STATE_AFTER[reason]

export const ContractOutcome = z.enum(['none', 'valid', 'invalid'])
export const AcceptOutcome = z.enum(['none', 'passed', 'failed'])

/** One tool call of a run as its parent sees it: evidence, without the contents. */
export const ToolTrace = z.object({
  tool: z.string(),
  argumentKeys: z.array(z.string()),
  target: z.string(),
  bytes: z.int(),
  ok: z.boolean(),
})
export type ToolTrace = z.infer<typeof ToolTrace>

/** What can still be seen of a run whose app went away: for its parent, who has to decide what to do about it. */
export const Evidence = z.object({
  /** Where the app left it. */
  lastState: RunState,
  /** The end of its transcript; empty when there is none. */
  transcriptTail: z.string(),
  /** Of its folder now; null without a repository that could be read in time. */
  git: z.object({ branch: z.string().nullable(), changedFiles: z.int().nonnegative() }).nullable(),
})
export type Evidence = z.infer<typeof Evidence>

/** What a run brought back, written once, in the transaction that ends it. Partial results are results. */
export const RunResult = z.object({
  /** The last real text of the run: its answer, or how far it came. */
  summary: z.string(),
  usage: Usage,
  /** Absent from results that were written before costs were counted. */
  cost: Cost.nullable().default(null),
  steps: z.int().nonnegative(),
  durationMs: z.int().nonnegative(),
  model: z.string(),
  toolTrace: z.array(ToolTrace),
  filesRead: z.array(z.string()),
  filesWritten: z.array(z.object({ path: z.string(), sha256: z.string() })),
  error: z.object({ code: ErrorCode, details: Details }).nullable(),
  /** Of a run that was interrupted; else null. */
  evidence: Evidence.nullable().default(null),
})
export type RunResult = z.infer<typeof RunResult>

/** A run as the screen, the command line and the parent's tools see it: the row, and nothing that is not in it. */
export const RunView = z.object({
  id: RunId,
  delegationId: DelegationId,
  conversationId: ConversationId,
  parentRunId: RunId.nullable(),
  taskIndex: z.int().nonnegative(),
  /** A conversation has depth 0, its children 1. */
  depth: z.int().positive(),
  goal: z.string(),
  agent: z.string(),
  model: z.string(),
  state: RunState,
  attempt: z.int().positive(),
  exitReason: ExitReason.nullable(),
  contract: ContractOutcome,
  accepted: AcceptOutcome,
  truncated: z.boolean(),
  /** Three missed checks or more; it may still come back. */
  unresponsive: z.boolean(),
  /** Somebody asked it to end; what it did comes back in a moment. */
  stopping: z.boolean(),
  /** Whole minutes without a sign of progress, while nothing excuses that; 0 when it is not worth showing. */
  quietMinutes: z.int().nonnegative(),
  /** Its place among requests of ours at its endpoint, while it waits for the first byte behind others; else null. */
  modelPlace: z.int().positive().nullable(),
  /** Its place among those that have not begun, from 1; null when it is not one of the first of them. */
  queuePlace: z.int().positive().nullable(),
  /** It has nothing to do until runs of its own have ended. */
  waitsForRuns: z.boolean(),
  /** What it does now, e.g. the name and target of a tool; null when nothing is known. */
  activity: z.object({ tool: z.string(), target: z.string() }).nullable(),
  steps: z.int().nonnegative(),
  usage: Usage,
  cost: Cost,
  result: RunResult.nullable(),
  transcriptPath: z.string(),
  createdAt: z.int(),
  startedAt: z.int().nullable(),
  lastSeenAt: z.int().nullable(),
  endedAt: z.int().nullable(),
})
export type RunView = z.infer<typeof RunView>

/** Results on their way. `pending` is the inbox. */
export const DeliveryState = z.enum(['pending', 'delivered', 'dismissed'])
export type DeliveryState = z.infer<typeof DeliveryState>

export const DeliveryView = z.object({
  id: DeliveryId,
  delegationId: DelegationId,
  conversationId: ConversationId,
  /** The run that asked; null when the conversation did. */
  runId: RunId.nullable(),
  state: DeliveryState,
  runIds: z.array(RunId),
  createdAt: z.int(),
})
export type DeliveryView = z.infer<typeof DeliveryView>
