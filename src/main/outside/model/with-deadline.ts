import type { Clock, Millis } from '../../platform/clock.ts'

/** Does work that has to be over by then: its signal is aborted after `longestMs`, however busy the other side is. */
export async function withDeadline<T>(
  clock: Clock,
  longestMs: Millis,
  work: (late: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = clock.setTimer(longestMs, () => late.abort())
  try {
    return await work(late.signal)
  } finally {
    timer[Symbol.dispose]()
  }
}
