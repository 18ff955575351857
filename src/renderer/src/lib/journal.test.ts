import { expect, test } from 'vitest'
import { agentSays, anEntry, userSays } from '../testing/builders.ts'
import { EMPTY_JOURNAL, withDelta, withEntry, withOlder } from './journal.ts'

const delta = (text: string, reset = false) => ({ text, thinking: '', reset })

test('streamed text grows until the answer takes its place', () => {
  const streaming = withDelta(withDelta(EMPTY_JOURNAL, delta('Hel')), delta('lo'))
  expect(streaming.partial.text).toBe('Hello')
  expect(withEntry(streaming, anEntry(1, agentSays('Hello.'))).partial.text).toBe('')
})

test('a reset voids what was shown', () => {
  expect(withDelta(withDelta(EMPTY_JOURNAL, delta('wrong')), delta('right', true)).partial.text).toBe('right')
})

test('a message that comes in while the model writes leaves the partial text alone', () => {
  const streaming = withDelta(EMPTY_JOURNAL, delta('Hello'))
  expect(withEntry(streaming, anEntry(1, userSays('wait'))).partial.text).toBe('Hello')
})

test('an entry that is there already is not there twice', () => {
  const journal = withEntry(EMPTY_JOURNAL, anEntry(2, userSays('a')))
  expect(withEntry(journal, anEntry(2, userSays('a')))).toBe(journal)
})

test('an entry that follows an earlier one begins a branch, and what stood there goes', () => {
  const journal = [1, 2, 3, 4].reduce((soFar, number) => withEntry(soFar, anEntry(number, userSays('a'))), {
    ...EMPTY_JOURNAL,
  })
  const edited = withEntry(journal, anEntry(9, userSays('b'), { parentId: anEntry(2, userSays('')).id }))
  expect(edited.entries.map(({ number }) => number)).toEqual([1, 2, 9])
  const anew = withEntry(edited, anEntry(10, userSays('c'), { parentId: null }))
  expect(anew.entries.map(({ number }) => number)).toEqual([10])
})

test('older entries come in front, each once', () => {
  const journal = withEntry({ ...EMPTY_JOURNAL, hasOlder: true }, anEntry(3, userSays('c')))
  const page = {
    entries: [anEntry(1, userSays('a')), anEntry(2, userSays('b')), anEntry(3, userSays('c'))],
    hasOlder: false,
  }
  const whole = withOlder(journal, page)
  expect(whole.entries.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(whole.hasOlder).toBe(false)
})
