import { expect, test } from 'vitest'
import type { HostEvent } from '../../../shared/events.ts'
import { conversationId } from '../testing/builders.ts'
import { advance, awaiting, settle } from './projection.ts'

const streamed = (text: string): HostEvent => ({
  type: 'turn.streamed',
  conversationId: conversationId(),
  text,
  thinking: '',
  reset: false,
})
const join = (value: string, event: HostEvent) =>
  event.type === 'turn.streamed' ? value + event.text : value

test('what arrives before the answer is held, and only what the answer lacks is applied', () => {
  let projection = awaiting('')
  projection = advance(projection, [{ number: 4, event: streamed('a') }], join)
  projection = advance(projection, [{ number: 5, event: streamed('b') }], join)
  expect(projection.value).toBe('')

  projection = settle(projection, { value: 'A', sequence: 4 }, join)
  expect(projection.value).toBe('Ab')
})

test('an event that comes after the answer, but is part of it, counts once', () => {
  const projection = settle(awaiting(''), { value: 'ab', sequence: 5 }, join)
  const late = advance(projection, [{ number: 5, event: streamed('b') }], join)
  expect(late).toBe(projection)
  expect(advance(late, [{ number: 6, event: streamed('c') }], join).value).toBe('abc')
})
