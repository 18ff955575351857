import { expect, test } from 'vitest'
import type { EntryContent } from '../../../shared/entry.ts'
import { agentSays, anEntry, userSays } from '../testing/builders.ts'
import { articlesOf, createFold } from './articles.ts'

const answered = (callId: string, text: string): EntryContent => ({
  kind: 'tool_result',
  callId,
  tool: 'shell',
  ok: true,
  text,
  details: null,
  deliveries: [],
  durationMs: 1,
})
const call = (id: string) => ({ id, name: 'shell', arguments: { command: 'ls' } })

test('a result stands with the call it belongs to, not as an article of its own', () => {
  const articles = articlesOf([
    anEntry(1, userSays('go')),
    anEntry(2, agentSays('', [call('a'), call('b')])),
    anEntry(3, answered('b', 'of b')),
  ])
  expect(articles).toHaveLength(2)
  expect(articles[1]?.calls.map(({ result }) => result?.text ?? null)).toEqual([null, 'of b'])
})

test('a call id that a provider repeats finds the result of its own step', () => {
  const articles = articlesOf([
    anEntry(1, agentSays('', [call('same')])),
    anEntry(2, answered('same', 'first')),
    anEntry(3, agentSays('', [call('same')])),
    anEntry(4, answered('same', 'second')),
  ])
  expect(articles.map(({ calls }) => calls[0]?.result?.text)).toEqual(['first', 'second'])
})

test('a fold gives out the same article while nothing in it happened', () => {
  const fold = createFold()
  const entries = [anEntry(1, userSays('go')), anEntry(2, agentSays('', [call('a')]))]
  const before = fold(entries)
  const after = fold([...entries, anEntry(3, answered('a', 'done'))])
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})
