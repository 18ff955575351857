import type { Entry, EntryContent, EntryImage, ToolCall, ToolDetails } from '../../../shared/entry.ts'
import type { RefusalCode } from '../../../shared/breaker.ts'
import type { Details, ErrorCode } from '../../../shared/errors.ts'
import type { DeliveryId, EntryId } from '../../../shared/ids.ts'
import type { Decision, Effect } from '../../../shared/tool.ts'
import type { CallUsage, Usage } from '../../../shared/usage.ts'

/** A message as a model reads it: what providers have in common, without any vendor's spelling. */
export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly EntryImage[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string }

/** A tool as a model reads it. `parameters` is JSON Schema. */
export type ToolSignature = {
  readonly name: string
  readonly description: string
  readonly parameters: object
}

export type ModelRequest = { readonly messages: readonly Message[]; readonly tools: readonly ToolSignature[] }

/** Why a model call brought no answer; data, like everything a model does. */
export type ModelFailure = {
  readonly code: Extract<ErrorCode, `model_${string}`> | 'stopped'
  readonly details: Details
  /** What the endpoint asked us to wait, if it did. */
  readonly retryAfterMs: number | null
}

/** A failure that everybody who asks there would meet: a case for the breaker. */
export type ModelRefusal = ModelFailure & { readonly code: RefusalCode }

/** A call streams any number of deltas and ends with exactly one `done` or `failed`. */
export type ModelEvent =
  | { readonly type: 'delta'; readonly text: string; readonly thinking: string }
  | {
      readonly type: 'done'
      readonly text: string
      readonly thinking: string
      readonly toolCalls: readonly ToolCall[]
      readonly usage: Usage | null
    }
  | {
      readonly type: 'failed'
      readonly failure: ModelFailure
      /** What it took all the same, where the endpoint said so before it failed. */
      readonly usage?: Usage | null
      /** The endpoint worked on it, or may have, so that it is paid for as far as anybody knows. */
      readonly begun?: boolean
    }

export interface Model {
  /** The name that goes into the journal. */
  readonly name: string
  /** Never throws: failures are the last event. Ends soon after `signal` aborts, with `stopped`. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** Where an agent asks, for as long as it works. */
export interface Endpoint {
  /** Another one after `refused` said to go on. */
  readonly model: Model
  /** What everybody who asks there is refused with right now, known without asking; null: it may be asked. */
  closed(): ModelRefusal | null
  /** It answered: others who wait for it may go on. */
  answered(): void
  /**
   * Says that the account or the way there is refused, and waits until somebody or something changed that. Takes as long
   * as it takes. False: give up.
   */
  refused(refusal: ModelRefusal, signal: AbortSignal): Promise<boolean>
}

/** What every tool may use of the call it serves. */
export type ToolContext = {
  /** Aborted when the turn or run is stopped; the tool ends at once and says how far it came. */
  readonly signal: AbortSignal
  readonly callId: string
  /** The entry that asked for it, and which of its calls it is: together they name one call for good. */
  readonly answerId: EntryId | null
  readonly callIndex: number
}

/** What a tool answers. A failure that the model can act on is a result with `ok: false`, never a throw. */
export type ToolResult = {
  readonly ok: boolean
  readonly text: string
  readonly details: ToolDetails | null
  /** Units of results that stand whole in `text`, hence delivered with it. */
  readonly deliveries: readonly DeliveryId[]
}

/** A call whose tool is known and whose arguments are valid, or the complaint that the model gets instead. */
export type CheckedCall =
  | {
      readonly ok: true
      readonly effect: Effect
      /** The path, command or goal in one line. */
      readonly target: string
      run(context: ToolContext): Promise<ToolResult>
    }
  | { readonly ok: false; readonly result: ToolResult }

/** The tools of one agent. */
export interface ToolBox {
  readonly signatures: readonly ToolSignature[]
  /** Parses the call; runs nothing. */
  check(call: ToolCall): CheckedCall
  /** Whether making the same call again and again is its use, such as waiting on. */
  mayRepeat(call: ToolCall): boolean
}

/** The append-only record of one conversation or run. */
export interface Journal {
  /** Oldest first, this branch only. */
  readonly entries: readonly Entry[]
  /** Resolves when the entry is on disk; only then may the next step begin. */
  append(content: EntryContent, usage?: CallUsage | null): Promise<Entry>
  /** Keeps what a call took that brought nothing. */
  charge(usage: CallUsage): Promise<void>
}

/** Where results of delegations and other messages arrive. */
export interface Inbox {
  /**
   * Appends what has arrived to the journal; true when there was something.
   * @param atEnd the agent has nothing left to say: waits as long as something is still to come
   */
  take(atEnd: boolean, signal: AbortSignal): Promise<boolean>
}

export interface PermissionGate {
  /** Decides one call, asking a person if it must. Takes as long as the person does. */
  decide(call: ToolCall, signal: AbortSignal): Promise<Decision>
}

/** Tells onlookers what cannot be journaled yet. Each may be lost. */
export interface Onlooker {
  streamed(delta: { text: string; thinking: string; reset: boolean }): void
  working(activity: { tool: string; target: string }): void
  /** The model is asked again in `ms`, and why. Null: that pause is over. */
  pausing(pause: { code: ModelFailure['code']; ms: number } | null): void
}
