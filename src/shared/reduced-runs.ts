import { z } from 'zod'
import { ErrorCode } from './errors.ts'

/** Fewer runs work at once than is set, because the model's endpoint says that it is asked too much. */
export const ReducedRuns = z.object({
  /** How many may work at once for now. */
  limit: z.int().positive(),
  /** What holds otherwise. */
  usual: z.int().positive(),
  reason: ErrorCode.extract(['model_rate_limited']),
})
export type ReducedRuns = z.infer<typeof ReducedRuns>
