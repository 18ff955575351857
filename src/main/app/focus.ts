import type { HostEvent } from '../../shared/events.ts'
import type { ConversationId, RunId } from '../../shared/ids.ts'

/** What a window looks at. */
export type Focus = { readonly conversationId: ConversationId | null; readonly runId: RunId | null }

export const NO_FOCUS: Focus = { conversationId: null, runId: null }

/** Whether a window with this focus is told: what its shell shows always, contents only of what it looks at. */
export function concerns(focus: Focus, event: HostEvent): boolean {
  switch (event.type) {
    case 'entry.appended':
      return event.entry.runId === null
        ? event.entry.conversationId === focus.conversationId
        : event.entry.runId === focus.runId
    case 'turn.streamed':
    case 'branch.changed':
    case 'queue.changed':
      return event.conversationId === focus.conversationId
    case 'model.paused':
      return (
        event.conversationId === focus.conversationId || (event.runId !== null && event.runId === focus.runId)
      )
    case 'run.streamed':
      return event.runId === focus.runId
    case 'run.changed':
      return event.run.conversationId === focus.conversationId || event.run.id === focus.runId
    case 'delivery.changed':
      return event.delivery.conversationId === focus.conversationId
    case 'conversation.changed':
    case 'approval.changed':
    case 'breaker.changed':
    case 'disk.changed':
    case 'capacity.changed':
    case 'budget.changed':
    case 'settings.changed':
    case 'system.changed':
    case 'reveal.asked':
      return true
  }
}
