import { expect, test } from 'vitest'
import { HostEvent } from '../../shared/events.ts'
import { condense } from './event-batch.ts'

const turn = (text: string, reset = false): HostEvent =>
  HostEvent.parse({ type: 'turn.streamed', conversationId: 'c', text, thinking: '', reset })

const run = (text: string, reset = false): HostEvent =>
  HostEvent.parse({ type: 'run.streamed', conversationId: 'c', runId: 'r', text, thinking: '', reset })

const reveal = HostEvent.parse({ type: 'reveal.asked', conversationId: 'c', runId: null })

const entry = (runId: string | null): HostEvent =>
  HostEvent.parse({
    type: 'entry.appended',
    entry: {
      number: 1,
      id: 'e',
      conversationId: 'c',
      runId,
      parentId: null,
      content: { kind: 'user', text: 'hello' },
      usage: null,
      createdAt: 0,
    },
  })

const approval = (state: string): HostEvent =>
  HostEvent.parse({
    type: 'approval.changed',
    approval: {
      id: 'a',
      conversationId: 'c',
      runId: null,
      asker: 'agent',
      callId: '1',
      tool: 'shell',
      arguments: '{}',
      target: 'ls',
      reason: 'executes',
      canRemember: true,
      hash: 'h',
      state,
      createdAt: 0,
    },
  })

test('text of one source becomes one event, however the sources alternate', () => {
  expect(condense([turn('a'), run('x'), turn('b'), run('y')])).toEqual([turn('ab'), run('xy')])
})

test('a reset voids the text before it and keeps the text after it', () => {
  expect(condense([turn('old'), turn('', true), turn('new')])).toEqual([turn('new', true)])
})

test('text before an entry and text after it stay apart', () => {
  expect(condense([turn('before'), entry(null), turn('', true), turn('after')])).toEqual([
    turn('before'),
    entry(null),
    turn('after', true),
  ])
})

test("a run's entry does not divide the text of its conversation", () => {
  expect(condense([turn('a'), entry('r'), turn('b')])).toEqual([turn('ab'), entry('r')])
})

test('of a row that changed twice only its last look is told, before what refers to it', () => {
  expect(condense([approval('pending'), reveal, approval('denied')])).toEqual([approval('denied'), reveal])
})

test('every entry and every wish to reveal counts', () => {
  expect(condense([entry(null), entry(null), reveal, reveal])).toHaveLength(4)
})
