import type { HostEvent } from '../../shared/events.ts'

type Streamed = Extract<HostEvent, { type: 'turn.streamed' | 'run.streamed' }>

/**
 * Makes a batch smaller without changing what a window ends up showing.
 *
 * - Text streamed by one source becomes one event, unless an entry of that source stands between.
 * - Of a row that changed several times only its last look is told, at the place of the first: what refers to the row
 *   comes after it.
 */
export function condense(events: readonly HostEvent[]): HostEvent[] {
  const kept: HostEvent[] = []
  const places = new Map<string, number>()
  for (const event of events) {
    if (event.type === 'entry.appended') places.delete(sourceOf(event.entry))
    const key = subjectOf(event)
    const place = key === null ? undefined : places.get(key)
    const earlier = place === undefined ? undefined : kept[place]
    if (place === undefined || earlier === undefined) {
      if (key !== null) places.set(key, kept.length)
      kept.push(event)
    } else kept[place] = isStreamed(event) && isStreamed(earlier) ? join(earlier, event) : event
  }
  return kept
}

/** Events with the same subject can stand for each other; null: each one counts. */
function subjectOf(event: HostEvent): string | null {
  switch (event.type) {
    case 'turn.streamed':
    case 'run.streamed':
      return sourceOf({ runId: null, ...event })
    case 'conversation.changed':
      return `${event.type} ${event.conversation.id}`
    case 'branch.changed':
    case 'queue.changed':
      return `${event.type} ${event.conversationId}`
    case 'model.paused':
      return `${event.type} ${event.runId ?? event.conversationId}`
    case 'run.changed':
      return `${event.type} ${event.run.id}`
    case 'delivery.changed':
      return `${event.type} ${event.delivery.id}`
    case 'approval.changed':
      return `${event.type} ${event.approval.id}`
    case 'breaker.changed':
    case 'disk.changed':
    case 'capacity.changed':
    case 'budget.changed':
    case 'settings.changed':
    case 'system.changed':
      return event.type
    case 'entry.appended':
    case 'reveal.asked':
      return null
  }
}

const sourceOf = (of: { readonly conversationId: string; readonly runId: string | null }): string =>
  `source ${of.runId ?? of.conversationId}`

const isStreamed = (event: HostEvent): event is Streamed =>
  event.type === 'turn.streamed' || event.type === 'run.streamed'

/** A reset voids what came before it. */
function join(earlier: Streamed, later: Streamed): Streamed {
  if (later.reset) return later
  return { ...earlier, text: earlier.text + later.text, thinking: earlier.thinking + later.thinking }
}
