import { expect, test } from 'vitest'
import { HostEvent } from '../../shared/events.ts'
import { ConversationId, RunId } from '../../shared/ids.ts'
import { concerns, NO_FOCUS, type Focus } from './focus.ts'

const focus: Focus = { conversationId: ConversationId.parse('here'), runId: RunId.parse('run') }

const streamed = (type: 'turn.streamed' | 'run.streamed', conversationId: string, runId: string): HostEvent =>
  HostEvent.parse({ type, conversationId, runId, text: 'text', thinking: '', reset: false })

test('streamed text goes to whoever looks at its turn or run', () => {
  expect(concerns(focus, streamed('turn.streamed', 'here', 'run'))).toBe(true)
  expect(concerns(focus, streamed('turn.streamed', 'there', 'run'))).toBe(false)
  expect(concerns(focus, streamed('run.streamed', 'there', 'run'))).toBe(true)
  expect(concerns(focus, streamed('run.streamed', 'here', 'sibling'))).toBe(false)
})

test('a wish to reveal goes to every window', () => {
  const reveal = HostEvent.parse({ type: 'reveal.asked', conversationId: 'there', runId: null })

  expect(concerns(NO_FOCUS, reveal)).toBe(true)
})
