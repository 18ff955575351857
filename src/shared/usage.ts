import { z } from 'zod'

const tokens = z.int().nonnegative()

/** What model calls took, in tokens. `input` includes `cached`, `output` includes `reasoning`. */
export const Usage = z.object({ input: tokens, output: tokens, cached: tokens, reasoning: tokens })
export type Usage = z.infer<typeof Usage>

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, reasoning: 0 }

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cached: a.cached + b.cached,
  reasoning: a.reasoning + b.reasoning,
})
