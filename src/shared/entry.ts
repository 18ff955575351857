import { z } from 'zod'
import { ErrorCode, Details } from './errors.ts'
import { ConversationId, DelegationId, DeliveryId, EntryId, RunId } from './ids.ts'
import { Usage } from './usage.ts'

/** One call that the model asked for. `arguments` is the model's own text, valid JSON or not. */
export const ToolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() })
export type ToolCall = z.infer<typeof ToolCall>

/** What a tool shows a person beyond its text. */
export const ToolDetails = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    bytes: z.int(),
    lines: z.int(),
    truncated: z.boolean(),
  }),
  z.object({
    kind: z.literal('write'),
    path: z.string(),
    created: z.boolean(),
    added: z.int(),
    removed: z.int(),
    diff: z.string(),
    sha256: z.string(),
  }),
  z.object({ kind: z.literal('list'), path: z.string(), count: z.int(), more: z.int() }),
  z.object({ kind: z.literal('matches'), path: z.string(), count: z.int(), more: z.int() }),
  z.object({
    kind: z.literal('shell'),
    command: z.string(),
    exitCode: z.int().nullable(),
    signal: z.string().nullable(),
    timedOut: z.boolean(),
  }),
  z.object({ kind: z.literal('delegation'), delegationId: DelegationId, runIds: z.array(RunId) }),
])
export type ToolDetails = z.infer<typeof ToolDetails>

/** What models are shown: the kinds that all who take images know. */
export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
export type ImageType = z.infer<typeof ImageType>

/** An image beside somebody's words. What it shows is kept apart, under its hash. */
export const EntryImage = z.object({
  /** From the folder, as it was then. */
  path: z.string(),
  type: ImageType,
  bytes: z.int().positive(),
  sha256: z.string(),
})
export type EntryImage = z.infer<typeof EntryImage>

/** What can stand in a journal. A new kind starts here; the compiler lists the places that must know it. */
export const EntryContent = z.discriminatedUnion('kind', [
  /** A person's words; in a run, the goal. */
  z.object({ kind: z.literal('user'), text: z.string(), images: z.array(EntryImage).optional() }),
  /** A completed answer of the model, with the calls it asks for. */
  z.object({
    kind: z.literal('assistant'),
    text: z.string(),
    thinking: z.string(),
    toolCalls: z.array(ToolCall),
    model: z.string(),
  }),
  /** The outcome of one call. `deliveries`: the units whose results stand in this text, hence delivered with it. */
  z.object({
    kind: z.literal('tool_result'),
    callId: z.string(),
    tool: z.string(),
    ok: z.boolean(),
    text: z.string(),
    details: ToolDetails.nullable(),
    deliveries: z.array(DeliveryId),
    durationMs: z.int().nonnegative(),
  }),
  /** Results of a delegation. `text` is data from others; it goes to the model between two `boundary` lines. */
  z.object({
    kind: z.literal('delivery'),
    deliveryId: DeliveryId,
    delegationId: DelegationId,
    runIds: z.array(RunId),
    boundary: z.string(),
    text: z.string(),
  }),
  /** What could be seen of an answer that never ended. */
  z.object({ kind: z.literal('interrupted'), text: z.string(), thinking: z.string() }),
  /** Something the app tells the agent about its own work; seen with its next step. Never a person's words. */
  z.object({ kind: z.literal('notice'), text: z.string() }),
  /** Why a turn or run ended without an answer. */
  z.object({ kind: z.literal('failure'), code: ErrorCode, details: Details }),
])
export type EntryContent = z.infer<typeof EntryContent>
export type EntryKind = EntryContent['kind']
export type ContentOf<K extends EntryKind> = Extract<EntryContent, { kind: K }>

/** One line of a journal, append-only. `parentId` names the line before it on its branch. */
export const Entry = z.object({
  /** Grows over the whole ledger; the order in which things were committed. */
  number: z.int().positive(),
  id: EntryId,
  conversationId: ConversationId,
  /** Null: the conversation's own journal. */
  runId: RunId.nullable(),
  parentId: EntryId.nullable(),
  content: EntryContent,
  usage: Usage.nullable(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
})
export type Entry = z.infer<typeof Entry>
