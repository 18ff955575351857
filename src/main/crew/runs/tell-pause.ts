import type { ErrorCode } from '../../../shared/errors.ts'
import type { ConversationId, RunId } from '../../../shared/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Announcements } from './announcements.ts'
import type { Throttle } from './throttle.ts'

type Parts = {
  readonly announcements: Announcements
  readonly clock: Clock
  readonly throttle: Pick<Throttle, 'refused'>
}
type Owner = { readonly conversationId: ConversationId; readonly runId: RunId | null }

/**
 * Says that an agent pauses before it asks its model again, or that it asks now: outward, where it is a hint, and to
 * the throttle, which lets fewer runs work where an endpoint is asked too often.
 */
export const tellPause =
  ({ announcements, clock, throttle }: Parts, { conversationId, runId }: Owner) =>
  (pause: { code: ErrorCode; ms: number } | null): void => {
    if (pause?.code === 'model_rate_limited') throttle.refused()
    announcements.announce({
      type: 'model.paused',
      conversationId,
      runId,
      pause: pause && { code: pause.code, resumesAt: Math.round(clock.now() + pause.ms) },
    })
  }
