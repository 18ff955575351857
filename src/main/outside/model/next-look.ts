import type { ModelRefusal } from '../../core/agent/ports.ts'
import type { Millis } from '../../platform/clock.ts'
import { FIRST_LOOK_MS, LOOK_GROWTH, MAX_LOOK_MS } from './policy.ts'

/** When a breaker does something by itself. A probe only looks for the way; without it everything goes on. */
export type Look = { readonly afterMs: Millis; readonly isProbe: boolean }

/** Whether it passes within `ms` without anybody. Looking for a way that is missing may take for ever. */
export function passesWithin(ms: Millis, refusal: ModelRefusal): boolean {
  const look = nextLook(refusal, 0)
  return look !== null && !look.isProbe && look.afterMs <= ms
}

/**
 * When to look again after a refusal. Null: only a person can change that.
 * @param looks how often it was in vain so far
 */
export function nextLook({ code, retryAfterMs }: ModelRefusal, looks: number): Look | null {
  const pauseMs = Math.min(MAX_LOOK_MS, FIRST_LOOK_MS * LOOK_GROWTH ** looks)
  if (code === 'model_unreachable') return { afterMs: pauseMs, isProbe: true }
  if (retryAfterMs !== null) return { afterMs: retryAfterMs, isProbe: false }
  return code === 'model_rate_limited' ? { afterMs: pauseMs, isProbe: false } : null
}
