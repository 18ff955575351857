import { SECOND, type Millis } from '../../platform/clock.ts'

/** Runs at once when nothing is set. Source: docs/adr/0004-runs-checks-and-fencing.md. */
export const DEFAULT_CONCURRENT_RUNS = 4

/** Runs at once when nothing is set and the model runs on this computer: it has one queue anyway. Same ADR. */
export const DEFAULT_CONCURRENT_RUNS_LOOPBACK = 1

/** Pause before a result that found the disk full is written again. */
export const RETRY_FULL_DISK_MS: Millis = 5 * SECOND

/** The agent that always exists. */
export const GENERAL_PURPOSE = 'general-purpose'
