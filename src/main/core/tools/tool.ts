import type { z } from 'zod'
import type { ToolDetails } from '../../../shared/entry.ts'
import type { DeliveryId } from '../../../shared/ids.ts'
import type { Effect } from '../../../shared/tool.ts'

/** What every tool may use of the call it serves. */
export type ToolContext = {
  /** Aborted when the turn or run is stopped; the tool ends at once and says how far it came. */
  readonly signal: AbortSignal
  readonly callId: string
  /** Which model call of the journal asked for it, and which of its calls it is. */
  readonly step: number
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

/** One thing an agent can do. Ports from the outside are parameters of the function that makes the tool. */
export interface Tool<I extends z.ZodType = z.ZodType> {
  readonly name: string
  /** For the model: what it does, its limits, what to do next. */
  readonly description: string
  readonly input: I
  readonly effect: Effect
  /** The path, command or goal in one line, for cards, transcripts and evidence. */
  target(input: z.output<I>): string
  run(input: z.output<I>, context: ToolContext): Promise<ToolResult>
}

/** Keeps the input's type inside the tool and forgets it outside, where tools stand in one list. */
export const defineTool = <I extends z.ZodType>(tool: Tool<I>): Tool => tool as unknown as Tool

export const toolText = (text: string, details: ToolDetails | null = null): ToolResult => ({
  ok: true,
  text,
  details,
  deliveries: [],
})

/** An error the model can act on: what happened, and what to try instead. */
export const toolError = (text: string, details: ToolDetails | null = null): ToolResult => ({
  ok: false,
  text,
  details,
  deliveries: [],
})
