import type { Clock } from '../../platform/clock.ts'
import { KILL_STEP_MS } from './policy.ts'

/** Disposed when the process has left: the rungs above are not needed. */
export type KillLadder = Disposable

/** Takes one rung now and each further one `KILL_STEP_MS` later. */
export function climbKillLadder(clock: Clock, [rung, ...higher]: readonly (() => void)[]): KillLadder {
  rung?.()
  if (higher.length === 0) return { [Symbol.dispose]: () => undefined }
  let above: KillLadder | undefined
  const timer = clock.setTimer(KILL_STEP_MS, () => {
    above = climbKillLadder(clock, higher)
  })
  return {
    [Symbol.dispose]() {
      timer[Symbol.dispose]()
      above?.[Symbol.dispose]()
    },
  }
}
