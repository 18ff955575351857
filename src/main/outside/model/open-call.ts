import type { Clock, Millis } from '../../platform/clock.ts'
import type { ResponseWatch } from './endpoint-fetch.ts'
import { startQuietWatch } from './quiet-watch.ts'

/** One request on its way: what ends it, and what was seen of it so far. */
export interface OpenCall extends ResponseWatch, Disposable {
  /** Aborts when the caller does, after too long a silence, and when the call is disposed. */
  readonly signal: AbortSignal
  /** The silence was too long. */
  readonly isQuiet: boolean
  readonly hasAnswered: boolean
  /** What came was an answer, or the beginning of one. */
  readonly hasBegun: boolean
  readonly hasEnded: boolean
}

export type CallTerms = {
  readonly clock: Clock
  readonly quietMs: Millis
  readonly onBytes: (() => void) | undefined
}

export function startCall({ clock, quietMs, onBytes }: CallTerms, caller: AbortSignal): OpenCall {
  const request = new AbortController()
  const stop = (): void => request.abort()
  if (caller.aborted) stop()
  caller.addEventListener('abort', stop)

  const seen = { isQuiet: false, hasAnswered: false, hasBegun: false, hasEnded: false }
  const quiet = startQuietWatch(clock, quietMs, () => {
    seen.isQuiet = true
    stop()
  })
  return {
    signal: request.signal,
    get isQuiet() {
      return seen.isQuiet
    },
    get hasAnswered() {
      return seen.hasAnswered
    },
    get hasBegun() {
      return seen.hasBegun
    },
    get hasEnded() {
      return seen.hasEnded
    },
    heard() {
      seen.hasAnswered = true
      quiet.heard()
    },
    began: () => void (seen.hasBegun = true),
    streamed: () => onBytes?.(),
    ended: () => void (seen.hasEnded = true),
    [Symbol.dispose]() {
      quiet[Symbol.dispose]()
      caller.removeEventListener('abort', stop)
      stop()
    },
  }
}
