import { MINUTE, SECOND, type Millis } from '../../platform/clock.ts'

/**
 * Silence of an endpoint, in ms, after which a call is given up: nothing at all since the request or since the last byte.
 * Shorter than the five minutes at which Node's own fetch gives up, so that our reason is the one that is told, and
 * than the silence at which a run counts as stalled.
 */
export const QUIET_MS: Millis = 4 * MINUTE

/** The same for a call that a person is waiting for at a settings page, in ms. */
export const TEST_QUIET_MS: Millis = 30 * SECOND

/** Such a call as a whole, in ms, however busily the endpoint goes on: a model may never come to an end. */
export const TEST_LONGEST_MS: Millis = 2 * MINUTE

/** Characters of an endpoint's own words that are kept in the details of a failure. */
export const MAX_MESSAGE_LENGTH = 300

/** Longest wait, in ms, that an endpoint may ask for and that we still believe. */
export const MAX_RETRY_AFTER_MS: Millis = 24 * 60 * MINUTE

/** Pause before an open breaker first looks for itself, in ms. Source: docs/adr/0009-retries-and-the-breaker.md. */
export const FIRST_LOOK_MS: Millis = 15 * SECOND

/** Each further pause is this many times the one before. Same ADR. */
export const LOOK_GROWTH = 2

/** Longest pause between two looks, in ms. Same ADR. */
export const MAX_LOOK_MS: Millis = 10 * MINUTE

/**
 * A refusal this soon, in ms, after a breaker went on by itself is the same trouble: no second notification, and the pauses
 * go on growing. Longer than a quiet call takes to fail. Same ADR.
 */
export const HALF_OPEN_MS: Millis = QUIET_MS + MINUTE

/**
 * For so long, in ms, whoever lets work go on is taken to look on: a refusal meanwhile is seen on the card, later it is news.
 * Same ADR.
 */
export const LOOKING_ON_MS: Millis = MINUTE
