import { expect, test } from 'vitest'
import { aConversation, conversationId } from '../../testing/builders.ts'
import { attentionOf, markOf, sectionsOf } from './attention.ts'

test('a conversation runs while any of its runs does, though its own turn is over', () => {
  expect(attentionOf(aConversation({ turn: 'idle', liveRuns: 2, unread: true }))).toBe('running')
})

test('a question outranks work', () => {
  expect(attentionOf(aConversation({ turn: 'waiting', liveRuns: 2, needsYou: 1 }))).toBe('needsYou')
})

test('a failure that nobody has seen looks like one; one that was seen no longer calls', () => {
  const failure = { code: 'model_timeout', details: {} } as const
  expect(markOf(aConversation({ unread: true, failure }))?.tone).toBe('failed')
  expect(markOf(aConversation({ failure }))).toBeNull()
})

test('each conversation stands in exactly one section; the rest is grouped by folder, newest first', () => {
  const named = (name: string, changes = {}) => aConversation({ id: conversationId(name), ...changes })
  const sections = sectionsOf([
    named('asks', { needsYou: 1, liveRuns: 1 }),
    named('runs', { turn: 'running' }),
    named('done', { unread: true }),
    named('old', { folder: '/a', updatedAt: 1 }),
    named('new', { folder: '/a', updatedAt: 3 }),
    named('none', { folder: null, updatedAt: 2 }),
  ])
  expect(sections.needsYou.map(({ id }) => id)).toEqual(['asks'])
  expect(sections.running.map(({ id }) => id)).toEqual(['runs'])
  expect(sections.unread.map(({ id }) => id)).toEqual(['done'])
  expect(
    sections.folders.map(({ folder, conversations }) => [folder, conversations.map(({ id }) => id)]),
  ).toEqual([
    ['/a', ['new', 'old']],
    [null, ['none']],
  ])
})

test('working rows keep the order in which they began, whatever happens in them', () => {
  const rows = [
    aConversation({ id: conversationId('second'), createdAt: 2, updatedAt: 9, liveRuns: 1 }),
    aConversation({ id: conversationId('first'), createdAt: 1, updatedAt: 5, liveRuns: 1 }),
  ]
  expect(sectionsOf(rows).running.map(({ id }) => id)).toEqual(['first', 'second'])
})
