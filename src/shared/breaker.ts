import { z } from 'zod'
import { Details, ErrorCode } from './errors.ts'
import { BreakerId } from './ids.ts'

/** Failures of a model that concern the account or the way to its endpoint, hence everybody who asks there. */
export const RefusalCode = ErrorCode.extract([
  'model_no_credit',
  'model_unauthorized',
  'model_forbidden',
  'model_unreachable',
  'model_rate_limited',
])
export type RefusalCode = z.infer<typeof RefusalCode>

/** So long, in ms, a command waits for an endpoint to take requests again by itself; beyond, a person has to decide. */
export const UNATTENDED_WAIT_MS = 15 * 60_000

/**
 * An endpoint that refuses everybody who asks with the same key. As long as it is open nothing that asks there begins, and
 * what was under way waits with its work whole.
 */
export const BreakerView = z.object({
  id: BreakerId,
  /** Scheme, host and port of the endpoint. */
  origin: z.string(),
  /** What the endpoint, or the way there, last said. */
  code: RefusalCode,
  details: Details,
  since: z.int(),
  waiting: z.object({ turns: z.int().nonnegative(), runs: z.int().nonnegative() }),
  /** When it goes on, or looks again, by itself; null: a person has to see to it. */
  resumesAt: z.int().nullable(),
})
export type BreakerView = z.infer<typeof BreakerView>
