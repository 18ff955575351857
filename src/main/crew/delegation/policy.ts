/** Runs at once when nothing is set. Source: docs/adr/0004-runs-checks-and-fencing.md. */
export const DEFAULT_CONCURRENT_RUNS = 4

/** Runs at once when nothing is set and the model runs on this computer: it has one queue anyway. Same ADR. */
export const DEFAULT_CONCURRENT_RUNS_LOOPBACK = 1

/** The agent that always exists. */
export const GENERAL_PURPOSE = 'general-purpose'
