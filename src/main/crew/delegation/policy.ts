import { MINUTE, SECOND, type Millis } from '../../platform/clock.ts'

/** Runs at once when nothing is set. Source: docs/adr/0004-runs-checks-and-fencing.md. */
export const DEFAULT_CONCURRENT_RUNS = 4

/** Runs at once when nothing is set and the model runs on this computer: it has one queue anyway. Same ADR. */
export const DEFAULT_CONCURRENT_RUNS_LOOPBACK = 1

/** How long a run waits before it gives its process back. Source: docs/adr/0013-guards-and-budgets.md. */
export const GIVE_BACK_MS: Millis = 10 * MINUTE

/** How long a start waits for the ends of runs that an earlier one left; they go on being written after that. Same ADR. */
export const START_MS: Millis = 2 * SECOND

/** Pause before the end of a run that could not be written is written again; it doubles. Source: docs/adr/0013-guards-and-budgets.md. */
export const RETRY_WRITE_MS: Millis = SECOND

/** And grows no further than this. Same ADR. */
export const LONGEST_WRITE_PAUSE_MS: Millis = MINUTE

/**
 * Delegations whose records are looked at when the app starts: those of which results came in last. An end that was not
 * written down when the app went is among them, since ends are written as they come. Source: docs/adr/0003-ledger.md.
 */
export const LATEST_RECORDS = 20
