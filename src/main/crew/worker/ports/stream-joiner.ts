import { SECOND, type Clock } from '../../../platform/clock.ts'
import { STREAM_MESSAGES_PER_SECOND } from '../../../../shared/run-pace.ts'

type Delta = { readonly text: string; readonly thinking: string; readonly reset: boolean }

/** Joins streamed pieces, so that no more than thirty messages a second leave this process. The first leaves at once. */
export function joinStream(clock: Clock, send: (delta: Delta) => void): { add(delta: Delta): void } {
  let held: Delta | null = null
  let isPausing = false

  const flush = (): void => {
    isPausing = held !== null
    if (!held) return
    send(held)
    held = null
    clock.setTimer(SECOND / STREAM_MESSAGES_PER_SECOND, flush)
  }
  return {
    add(delta) {
      held = held && !delta.reset ? join(held, delta) : delta
      if (!isPausing) flush()
    },
  }
}

const join = (before: Delta, after: Delta): Delta => ({
  text: before.text + after.text,
  thinking: before.thinking + after.thinking,
  reset: before.reset,
})
