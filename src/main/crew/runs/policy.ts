import { BEAT_MS } from '../../../shared/run-protocol.ts'
import { SECOND, type Millis } from '../../platform/clock.ts'

/** Time between two sweeps over all live runs; a check is missed when nothing came since the sweep before. Same ADR. */
export const CHECK_MS: Millis = BEAT_MS

/** A sweep that comes later than this was asleep itself: it judges nobody and counts anew. Same ADR. */
export const LATE_SWEEP_MS: Millis = 3 * CHECK_MS

/** Missed checks (counted, not measured: a laptop's sleep kills nobody) after which a run is shown as unresponsive. */
export const MISSED_CHECKS_SHOWN = 3

/** Missed checks after which the kill ladder starts. */
export const MISSED_CHECKS_KILL = 2 * MISSED_CHECKS_SHOWN

/** From `start` to the first message; process start is far below a second. Same ADR. */
export const FIRST_MESSAGE_MS: Millis = 30 * SECOND

/** Each rung of the kill ladder: asked to stop, then SIGTERM, then SIGKILL. Two of them stay under five seconds. */
export const KILL_STEP_MS: Millis = 2 * SECOND

/** Pause before something that must not be lost, and found the disk full, is written again. */
export const RETRY_FULL_DISK_MS: Millis = 5 * SECOND
