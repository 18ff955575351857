import { z } from 'zod'

const tokens = z.int().nonnegative()

/** What model calls took, in tokens. `input` includes `cached`, `output` includes `reasoning`. */
export const Usage = z.object({ input: tokens, output: tokens, cached: tokens, reasoning: tokens })
export type Usage = z.infer<typeof Usage>

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, reasoning: 0 }

/** More than any model takes in or gives out in one call; whoever reports more reports nonsense. */
export const MOST_TOKENS_A_CALL = 20_000_000

/** What one call took. `estimated`: nobody reported it, and we counted what was sent and what came. */
export const CallUsage = z
  .object({ ...Usage.shape, estimated: z.boolean() })
  .refine(({ input, output }) => Math.max(input, output) <= MOST_TOKENS_A_CALL, 'No call takes so much.')
  .refine(
    ({ input, cached, output, reasoning }) => cached <= input && reasoning <= output,
    'No part is larger.',
  )
export type CallUsage = z.infer<typeof CallUsage>

/** As its endpoint said; null: it did not say. */
export const reported = ({ estimated, ...usage }: CallUsage): Usage | null => (estimated ? null : usage)
