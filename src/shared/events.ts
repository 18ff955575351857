import { z } from 'zod'
import { ApprovalView } from './approval.ts'
import { BreakerView } from './breaker.ts'
import { BudgetView } from './budget.ts'
import { HostSnapshot } from './calls.ts'
import { ConversationView, QueuedMessage } from './conversation.ts'
import { DeliveryView, RunView } from './delegation.ts'
import { Entry } from './entry.ts'
import { FullDisk } from './full-disk.ts'
import { ConversationId, RunId } from './ids.ts'
import { ModelPause } from './model-pause.ts'
import { ReducedRuns } from './reduced-runs.ts'
import { Settings } from './settings.ts'

/** What a model wrote since the last event about it. `reset`: what was shown before is gone (retry, or it became an entry). */
const delta = { text: z.string(), thinking: z.string(), reset: z.boolean() }

/** What the host tells its windows. Hints that point at the ledger: losing one loses nothing. */
export const HostEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation.changed'), conversation: ConversationView }),
  z.object({ type: z.literal('entry.appended'), entry: Entry }),
  /** Another branch is shown: what was read of the journal is out of date. */
  z.object({ type: z.literal('branch.changed'), conversationId: ConversationId }),
  /** All that wait now, in the order in which they will be taken. */
  z.object({
    type: z.literal('queue.changed'),
    conversationId: ConversationId,
    queued: z.array(QueuedMessage),
  }),
  z.object({ type: z.literal('turn.streamed'), conversationId: ConversationId, ...delta }),
  z.object({ type: z.literal('run.changed'), run: RunView }),
  z.object({ type: z.literal('run.streamed'), conversationId: ConversationId, runId: RunId, ...delta }),
  z.object({ type: z.literal('delivery.changed'), delivery: DeliveryView }),
  z.object({ type: z.literal('approval.changed'), approval: ApprovalView }),
  /** An agent pauses before it asks its model again (`runId` null: the turn). Null: it asks. */
  z.object({
    type: z.literal('model.paused'),
    conversationId: ConversationId,
    runId: RunId.nullable(),
    pause: ModelPause.nullable(),
  }),
  /** All that are open now. */
  z.object({ type: z.literal('breaker.changed'), breakers: z.array(BreakerView) }),
  /** Work waits for room on the disk; null: it goes on. */
  z.object({ type: z.literal('disk.changed'), full: FullDisk.nullable() }),
  /** Of all conversations that used much of what they may use today, or all of it. */
  z.object({ type: z.literal('budget.changed'), budgets: z.array(BudgetView) }),
  /** Fewer runs work at once than is set; null: as many as that. */
  z.object({ type: z.literal('capacity.changed'), reduced: ReducedRuns.nullable() }),
  z.object({ type: z.literal('settings.changed'), settings: Settings, key: HostSnapshot.shape.key }),
  z.object({ type: z.literal('system.changed'), system: HostSnapshot.shape.system }),
  /** A person clicked a notification or the tray: show this. */
  z.object({ type: z.literal('reveal.asked'), conversationId: ConversationId, runId: RunId.nullable() }),
])
export type HostEvent = z.infer<typeof HostEvent>

/** How the crew says outward what changed; it steers nothing inside. */
export type Announce = (event: HostEvent) => void

/** One message to a window, at most 30 a second. A gap in `sequence` asks for a snapshot. */
export const EventBatch = z.object({
  /** Number of the first event; the others follow without a gap. */
  sequence: z.int().positive(),
  events: z.array(HostEvent).min(1),
})
export type EventBatch = z.infer<typeof EventBatch>
