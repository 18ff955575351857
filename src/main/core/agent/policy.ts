import type { ModelFailure } from './ports.ts'

const SECOND = 1_000

/**
 * How often one model call is tried again, by what went wrong; what is not named here is never tried again.
 * Source: docs/adr/0009-retries-and-the-breaker.md.
 */
export const RETRIES: Readonly<Partial<Record<ModelFailure['code'], number>>> = {
  model_rate_limited: 5,
  model_unavailable: 4,
  model_cut: 3,
  model_unreachable: 2,
  model_timeout: 2, // each has been silent for minutes already
  model_empty: 1,
}

/** Pause before the first retry, in ms. Same ADR. */
export const FIRST_RETRY_MS = SECOND

/** Each further pause is this many times the one before. Same ADR. */
export const RETRY_GROWTH = 3

/** Longest pause of our own choice, in ms. Same ADR. */
export const MAX_RETRY_MS = 30 * SECOND

/**
 * Longest wait, in ms, that an endpoint may ask for and that the loop itself sits out; beyond it the quota is spent and
 * the breaker knows when it comes back. Same ADR.
 */
export const MAX_WAIT_IN_LOOP_MS = 60 * SECOND

/** The same call so often in a row: its result carries a notice. Source: the tools' specification of loop guards, ADR 0009. */
export const SAME_CALL_NOTICE = 3

/** The same call so often in a row: it is not run any more, and the agent is stopped. Same ADR. */
export const SAME_CALL_STOP = 5

/** One tool failing so often without a success between: the agent is stopped. Same ADR. */
export const FAILURES_STOP = 8
