import { RefusalCode } from '../../../shared/breaker.ts'
import { FIRST_RETRY_MS, MAX_RETRY_MS, MAX_WAIT_IN_LOOP_MS, RETRIES, RETRY_GROWTH } from './policy.ts'
import type { ModelFailure, ModelRefusal } from './ports.ts'

/** What to do about a model call that failed. */
export type Recovery =
  | { readonly type: 'retry'; readonly afterMs: number }
  /** The breaker's case: nobody who asks there would fare better. */
  | { readonly type: 'refused'; readonly refusal: ModelRefusal }
  | { readonly type: 'give_up' }

/**
 * Decides how a failed call goes on. Pure.
 * @param failures how often this call has failed, this time included
 */
export function recoveryFrom(failure: ModelFailure, failures: number): Recovery {
  const { code, retryAfterMs } = failure
  const isLongWait = retryAfterMs !== null && retryAfterMs > MAX_WAIT_IN_LOOP_MS
  if (!isLongWait && failures <= (RETRIES[code] ?? 0)) {
    return { type: 'retry', afterMs: Math.max(pauseBefore(failures), retryAfterMs ?? 0) }
  }
  return isRefusal(failure) ? { type: 'refused', refusal: failure } : { type: 'give_up' }
}

const pauseBefore = (failures: number): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * RETRY_GROWTH ** (failures - 1))

const isRefusal = (failure: ModelFailure): failure is ModelRefusal =>
  RefusalCode.safeParse(failure.code).success
