import { z } from 'zod'

/**
 * What a call can do at worst. `read` looks at the folder, `control` touches only Muster's own affairs (todo, questions,
 * one's own delegations); the others reach the world.
 */
export const Effect = z.enum(['read', 'write', 'execute', 'network', 'delegate', 'control'])
export type Effect = z.infer<typeof Effect>

/** Effects that leave a trace outside the ledger: a run that had one is not started again by itself. */
export const hasSideEffect = (effect: Effect): boolean =>
  effect === 'write' || effect === 'execute' || effect === 'network'

/** The answer of the permission gate for exactly one call. */
export const Decision = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('allow') }),
  z.object({ outcome: z.literal('deny'), reason: z.string() }),
])
export type Decision = z.infer<typeof Decision>
