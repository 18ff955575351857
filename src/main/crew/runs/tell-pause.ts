import type { ErrorCode } from '../../../shared/errors.ts'
import type { ConversationId, RunId } from '../../../shared/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Announcements } from './announcements.ts'

type Parts = { readonly announcements: Announcements; readonly clock: Clock }
type Owner = { readonly conversationId: ConversationId; readonly runId: RunId | null }

/** Says outward that an agent pauses before it asks its model again, or that it asks now. A hint: no row holds it. */
export const tellPause =
  ({ announcements, clock }: Parts, { conversationId, runId }: Owner) =>
  (pause: { code: ErrorCode; ms: number } | null): void =>
    announcements.announce({
      type: 'model.paused',
      conversationId,
      runId,
      pause: pause && { code: pause.code, resumesAt: Math.round(clock.now() + pause.ms) },
    })
