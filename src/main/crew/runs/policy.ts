import { BEAT_MS } from '../../../shared/run-pace.ts'
import { MINUTE, SECOND, type Millis } from '../../platform/clock.ts'

/** Time between two sweeps over all live runs; a check is missed when nothing came since the sweep before. Same ADR. */
export const CHECK_MS: Millis = BEAT_MS

/** A sweep that comes later than this was asleep itself: it judges nobody and counts anew. Same ADR. */
export const LATE_SWEEP_MS: Millis = 3 * CHECK_MS

/** Missed checks (counted, not measured: a laptop's sleep kills nobody) after which a run is shown as unresponsive. */
export const MISSED_CHECKS_SHOWN = 3

/** Missed checks after which the kill ladder starts. */
export const MISSED_CHECKS_KILL = 2 * MISSED_CHECKS_SHOWN

/** Each rung of the kill ladder: asked to stop, then SIGTERM, then SIGKILL. Two of them stay under five seconds. */
export const KILL_STEP_MS: Millis = 2 * SECOND

/** Pause before something that must not be lost, and found the disk full, is written again. */
export const RETRY_FULL_DISK_MS: Millis = 5 * SECOND

/** No progress for so long, between steps or waiting for the model: stalled. Source: docs/adr/0014-liveness-stalls-and-floods.md. */
export const STALL_MS: Millis = 450 * SECOND

/** The same where the model runs on this computer: a long prompt is read for many minutes there. Same ADR. */
export const STALL_LOOPBACK_MS: Millis = 1_800 * SECOND

/** The same inside a tool. Longer than any tool may take by itself. Same ADR. */
export const STALL_IN_TOOL_MS: Millis = 1_200 * SECOND

/** Part of its time after which a run is warned. Same ADR. */
export const STALL_WARNED = 0.8

/** What a stalled run has to end by itself after it was asked. Same ADR. */
export const STALL_GRACE_MS: Millis = 120 * SECOND

/** Quiet that is shown to people. Models think for a minute without a word. Same ADR. */
export const QUIET_SHOWN_MS: Millis = 2 * MINUTE

/** Messages a second beyond which notes, which may be lost, are not even read. Same ADR. */
export const BRISK_MESSAGES = 500

/** Messages a second beyond which a worker is slowed; a busy one sends about forty. Same ADR. */
export const FAST_MESSAGES = 2_000

/** Messages a second, or requests without an answer, beyond which a worker is ended. Same ADR. */
export const FLOOD_MESSAGES = 10_000

/** Seconds in a row beyond `FAST_MESSAGES` after which a worker is ended: it does not mind being slowed. Same ADR. */
export const MOST_FAST_SECONDS = 5

/** Characters of streamed text a second beyond which a worker is ended. A quick model streams a thousand. Same ADR. */
export const FLOOD_TEXT = 16 * 1_024 * 1_024

/** Characters of an answer under way that are kept, the last ones. Same ADR. */
export const MOST_PARTIAL = 1_024 * 1_024

/** Lines that one process may add to the log by saying what cannot be taken. Same ADR. */
export const MOST_COMPLAINTS = 20

/** Pause after a run took its process before another gets ready: its start would slow the run's own. Source: docs/benchmarks.md. */
export const REFILL_MS: Millis = 2 * SECOND

/** After so long without work for them, processes that stand ready are given back. */
export const IDLE_WARM_MS: Millis = 5 * MINUTE

/** Processes that stand ready at most, and when nothing is known of what will be needed. */
export const MOST_WARM = 8
export const FIRST_WARM = 2

/** What one that stands ready takes at most, in bytes, and the part of the free memory that all may take. Source: docs/benchmarks.md. */
export const WARM_BYTES = 75 * 1_024 * 1_024
export const WARM_SHARE = 1 / 8
