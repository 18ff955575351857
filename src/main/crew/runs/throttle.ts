import type { ReducedRuns } from '../../../shared/reduced-runs.ts'
import { MINUTE, SECOND, type Clock, type Millis } from '../../platform/clock.ts'

/** Refusals closer together than this are one burst, and count once. Source: docs/adr/0013-guards-and-budgets.md. */
export const BURST_MS: Millis = 10 * SECOND

/** After so long without a refusal one more run may work at once. Same ADR. */
export const GROW_MS: Millis = MINUTE

export type ThrottleParts = {
  readonly clock: Clock
  /** How many runs may work at once when nothing refuses. */
  readonly usual: () => number
  /** Another number may work at once. */
  readonly onChanged: () => void
}

/** How many runs may work at once: halved when an endpoint says "too many requests", and one more each quiet minute. */
export type Throttle = Disposable & {
  limit(): number
  /** Null while nothing is reduced. */
  current(): ReducedRuns | null
  /** An endpoint said that it is asked too often. */
  refused(): void
}

export function createThrottle({ clock, usual, onChanged }: ThrottleParts): Throttle {
  let reduced: number | null = null
  let refusedAt = -Infinity
  let growth: Disposable | null = null

  const limit = (): number => Math.min(reduced ?? Infinity, usual())

  function bookGrowth(): void {
    growth?.[Symbol.dispose]()
    growth = clock.setTimer(GROW_MS, grow)
  }
  function grow(): void {
    growth = null
    if (reduced === null) return
    reduced = reduced + 1 < usual() ? reduced + 1 : null
    if (reduced !== null) bookGrowth()
    onChanged()
  }
  return {
    limit,
    current: () =>
      reduced === null || reduced >= usual()
        ? null
        : { limit: reduced, usual: usual(), reason: 'model_rate_limited' },
    refused() {
      const isSameBurst = clock.elapsed() - refusedAt < BURST_MS
      refusedAt = clock.elapsed()
      if (reduced !== null) bookGrowth()
      if (isSameBurst || limit() === 1) return
      reduced = Math.max(1, Math.floor(limit() / 2))
      bookGrowth()
      onChanged()
    },
    [Symbol.dispose]: () => growth?.[Symbol.dispose](),
  }
}
