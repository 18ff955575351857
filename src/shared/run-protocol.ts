import { z } from 'zod'
import { AgentProfile } from './agents.ts'
import { call, type HandlersOf, type InputOf, type OutputOf } from './call.ts'
import { RefusalCode } from './breaker.ts'
import { ExitReason, RunState } from './delegation.ts'
import { Entry, EntryContent, ToolCall } from './entry.ts'
import { Details, ErrorCode, WireError } from './errors.ts'
import { ConversationId, DelegationId, DeliveryId, EntryId, RunId } from './ids.ts'
import { Network } from './network.ts'
import { Decision } from './tool.ts'
import { CallUsage } from './usage.ts'

/** Where to ask and with what: one immutable value from one source. The key travels here and nowhere else. */
export const ModelEndpoint = z.object({
  /** `demo`: the script at the path `baseUrl` answers, in this very process, without a network. */
  kind: z.enum(['openai', 'demo']),
  baseUrl: z.string(),
  model: z.string(),
  key: z.string(),
  /** The way there; absent: straight. */
  network: Network.optional(),
})
export type ModelEndpoint = z.infer<typeof ModelEndpoint>

/** An agent cannot be given less than this without a sign of progress. Source: docs/adr/0014-liveness-stalls-and-floods.md. */
export const LEAST_STALL_SECONDS = 30

/** What a task may name. */
export const DelegationChoices = z.object({
  agents: z.array(AgentProfile.pick({ id: true, description: true })),
  models: z.array(z.string()),
})
export type DelegationChoices = z.infer<typeof DelegationChoices>

/** Everything that a run can be given beforehand. Never: the parent's conversation, its memory, inbox or approvals. */
export const RunSpec = z.object({
  conversationId: ConversationId,
  depth: z.int().positive(),
  endpoint: ModelEndpoint,
  /** Shared text first, so that siblings share a cached prefix. */
  systemPrompt: z.string(),
  /** The final set, computed once by main. */
  tools: z.array(z.string()),
  maxSteps: z.int().positive(),
  /** As its agent wants it; absent: the model's own. */
  temperature: z.number().optional(),
  /** Seconds without progress after which this agent counts as stalled, instead of the usual ones. */
  stallSeconds: z.int().min(LEAST_STALL_SECONDS).optional(),
  folder: z.string().nullable(),
  limits: z.object({
    maxTasksPerCall: z.int(),
    maxRunsPerTurn: z.int(),
    foregroundTimeoutSeconds: z.int(),
    levelsBelow: z.int(),
  }),
  /** Agents and models that it may name when it hands work on. */
  choices: DelegationChoices,
  /** The run's journal so far; the first entry is its goal. */
  entries: z.array(Entry),
  /** What the images in it show: base64 by hash. */
  images: z.record(z.string(), z.string()),
})
export type RunSpec = z.infer<typeof RunSpec>

/** Images that a task may bring. */
export const MOST_TASK_IMAGES = 8

/** A job as the model words it. */
export const DelegateTask = z.object({
  goal: z.string(),
  context: z.string().optional(),
  agent: z.string().optional(),
  tools: z.array(z.string()).optional(),
  model: z.string().optional(),
  /** Paths in the folder. */
  images: z.array(z.string()).max(MOST_TASK_IMAGES).optional(),
})
export type DelegateTask = z.infer<typeof DelegateTask>

/** `answerId` and `callIndex` make a repeated call recognisable; providers repeat call ids. */
export const DelegateRequest = z.object({
  tasks: z.array(DelegateTask),
  independent: z.boolean(),
  answerId: EntryId.nullable(),
  callIndex: z.int().nonnegative(),
})
export type DelegateRequest = z.infer<typeof DelegateRequest>

/** Proof that work was taken on. No result exists yet. */
export const DelegationHandle = z.object({
  delegationId: DelegationId,
  runs: z.array(
    z.object({
      runId: RunId,
      goal: z.string(),
      agent: z.string(),
      state: RunState,
      transcriptPath: z.string(),
    }),
  ),
})
export type DelegationHandle = z.infer<typeof DelegationHandle>

/** One run of one's own tree, for the `delegations` tool. */
export const DelegationLine = z.object({
  delegationId: DelegationId,
  runId: RunId,
  parentRunId: RunId.nullable(),
  agent: z.string(),
  goal: z.string(),
  state: RunState,
  /** Among those that have not begun; null when it is not one of the first of them. */
  queuePlace: z.int().positive().nullable(),
  ageMs: z.int(),
  lastActivityMs: z.int().nullable(),
})
export type DelegationLine = z.infer<typeof DelegationLine>

/**
 * What waiting brought: the text for the model, and the units that stand in it whole. `pending` names the runs that
 * are not done; not empty after a time-out.
 */
export const WaitOutcome = z.object({
  text: z.string(),
  deliveries: z.array(DeliveryId),
  delegationIds: z.array(DelegationId),
  runIds: z.array(RunId),
  pending: z.array(RunId),
})
export type WaitOutcome = z.infer<typeof WaitOutcome>

/** What a worker may ask of main; each is answered by the very implementation that main's own loop uses. */
export const runCalls = {
  /** Commits one entry below `parentId`. Fails with `invalid_transition` when that is not the head. */
  'journal.append': call(
    z.object({ parentId: EntryId.nullable(), content: EntryContent, usage: CallUsage.nullable() }),
    Entry,
  ),
  /** What a call took that brought nothing. Which model that was, and what it costs, main knows. */
  'model.charged': call(CallUsage, z.void()),
  /** Takes what was delivered to this run, as entries already committed. `atEnd`: waits while children of the run live. */
  'inbox.take': call(z.object({ atEnd: z.boolean() }), z.array(Entry)),
  /** May take as long as a person does. */
  'permission.decide': call(z.object({ call: ToolCall }), Decision),
  /**
   * The account or the way to the endpoint is refused. Takes until that changed; the reply is the endpoint to go on with, or
   * null: give up.
   */
  'endpoint.refused': call(
    z.object({ code: RefusalCode, details: Details, retryAfterMs: z.number().nullable() }),
    ModelEndpoint.nullable(),
  ),
  'delegation.start': call(DelegateRequest, DelegationHandle),
  'delegation.list': call(z.object({ state: RunState.optional() }), z.array(DelegationLine)),
  /** Asks to stop one run, all runs of a delegation, or everything below the caller. Answers with the runs that were asked. */
  'delegation.stop': call(z.object({ id: z.string().nullable() }), z.array(RunId)),
  'delegation.wait': call(
    z.object({ ids: z.array(z.string()), timeoutSeconds: z.number().positive() }),
    WaitOutcome,
  ),
  /** The reply opens the gate of a process that waits for it: by then the ledger can find it again. */
  'process.started': call(z.object({ groupId: z.int().positive(), startedAt: z.string() }), z.void()),
  'process.ended': call(z.object({ groupId: z.int().positive() }), z.void()),
  /**
   * The last request of a run; the reply says that the result is kept. What it did is read from its journal, never from
   * what it says of itself.
   */
  'run.finished': call(
    z.object({
      exitReason: ExitReason.extract(['completed', 'max_steps', 'stopped', 'error']),
      error: WireError.nullable(),
    }),
    z.void(),
  ),
} as const

export type RunCalls = typeof runCalls
export type RunCallName = keyof RunCalls
export type RunCallInput<N extends RunCallName> = InputOf<RunCalls, N>
export type RunCallOutput<N extends RunCallName> = OutputOf<RunCalls, N>
export type RunHandlers = HandlersOf<RunCalls>

/** Each message names the run, the attempt and its place in the sender's order. */
const envelope = { runId: RunId, attempt: z.int().positive(), number: z.int().positive() }

/** Main to worker. */
export const ToWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), ...envelope, spec: RunSpec }),
  z.object({ type: z.literal('stop'), ...envelope }),
  /** The machine slept: a request that was under way then, and fails now, did not fail by itself. */
  z.object({ type: z.literal('resumed'), ...envelope }),
  z.object({ type: z.literal('reply'), ...envelope, to: z.int().positive(), value: z.unknown() }),
  z.object({ type: z.literal('refusal'), ...envelope, to: z.int().positive(), error: WireError }),
])
export type ToWorker = z.infer<typeof ToWorker>

/** Worker to main. `delta`, `progress`, `moved`, `pause` and `beat` may be lost and are never journaled. */
export const FromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('beat'), ...envelope }),
  /** `reset`: what was streamed before is void (it became an entry, or the call is made again). */
  z.object({
    type: z.literal('delta'),
    ...envelope,
    text: z.string(),
    thinking: z.string(),
    reset: z.boolean(),
  }),
  /** The model is asked again in `ms`; null: it is asked. */
  z.object({
    type: z.literal('pause'),
    ...envelope,
    pause: z.object({ code: ErrorCode, ms: z.int().nonnegative() }).nullable(),
  }),
  z.object({ type: z.literal('progress'), ...envelope, tool: z.string(), target: z.string() }),
  /** What is under way came on: bytes of an answer, or output of a tool. At most once a second. */
  z.object({ type: z.literal('moved'), ...envelope }),
  z.object({ type: z.literal('request'), ...envelope, name: z.string(), input: z.unknown() }),
])
export type FromWorker = z.infer<typeof FromWorker>
