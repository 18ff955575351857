import type { z } from 'zod'
import type { ToolDetails } from '../../../shared/entry.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Effect } from '../../../shared/tool.ts'
import type { ToolContext, ToolResult } from '../agent/ports.ts'

export type { ToolContext, ToolResult }

/** One thing an agent can do. Ports from the outside are parameters of the function that makes the tool. */
export interface Tool<I extends z.ZodType = z.ZodType> {
  readonly name: string
  /** For the model: what it does, its limits, what to do next. */
  readonly description: string
  readonly input: I
  readonly effect: Effect
  /** Making the same call again and again is its use; the guard against going round in circles leaves it alone. */
  readonly mayRepeat?: boolean
  /** The path, command or goal in one line, for cards, transcripts and evidence. */
  target(input: z.output<I>): string
  run(input: z.output<I>, context: ToolContext): Promise<ToolResult>
}

/** Keeps the input's type inside the tool and forgets it outside, where tools stand in one list. */
export const defineTool = <I extends z.ZodType>(tool: Tool<I>): Tool => tool

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

/** The words of a failure that the model can act on. Anything else is a bug: thrown on. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof AppError && thrown.code !== 'internal') return thrown.message
  throw thrown
}
