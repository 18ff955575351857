import { SECOND, type Clock } from '../../platform/clock.ts'
import { BRISK_MESSAGES, FAST_MESSAGES, FLOOD_MESSAGES, FLOOD_TEXT, MOST_FAST_SECONDS } from './policy.ts'

/**
 * How fast a worker talks: as it may; so that what may be lost is lost (`brisk`); faster than it is listened to; or so that
 * it has to be ended.
 */
export type Pace = 'fine' | 'brisk' | 'fast' | 'flood'

/** A pause as long as this is one, however busy we are. */
const LONGEST_SECOND_MS = 10 * SECOND

/**
 * Counts the messages of one worker, second by second.
 * @returns what to call with each message and the characters of streamed text in it; answers with the pace, this one counted
 */
export function gaugeMessages(clock: Clock): (characters: number) => Pace {
  let since = clock.elapsed()
  let messages = 0
  let text = 0
  /** Seconds in a row in which it was too fast, this one not counted. */
  let fastSeconds = 0

  function begin(): void {
    // A second may last long where we hardly keep up; all the more it counts.
    const isNext = clock.elapsed() - since < LONGEST_SECOND_MS
    fastSeconds = isNext && messages > FAST_MESSAGES ? fastSeconds + 1 : 0
    since = clock.elapsed()
    messages = 0
    text = 0
  }
  return (characters) => {
    if (clock.elapsed() - since >= SECOND) begin()
    messages += 1
    text += characters
    if (messages > FLOOD_MESSAGES || text > FLOOD_TEXT || fastSeconds >= MOST_FAST_SECONDS) return 'flood'
    if (messages > FAST_MESSAGES) return 'fast'
    return messages > BRISK_MESSAGES ? 'brisk' : 'fine'
  }
}
