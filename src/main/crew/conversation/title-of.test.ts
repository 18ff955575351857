import { expect, test } from 'vitest'
import { TITLE_CHARACTERS } from './policy.ts'
import { titleOf } from './title-of.ts'

test('a short message is its own title', () => {
  expect(titleOf('  Count the lines ')).toBe('Count the lines')
})

test('the first line that says something is taken', () => {
  expect(titleOf('\n---\n\nCount the lines\nof every file')).toBe('Count the lines')
})

test('marks of Markdown are left out', () => {
  expect(titleOf('## **Count** the `lines` of [this](https://example.org)')).toBe('Count the lines of this')
  expect(titleOf('- 1. first of all')).toBe('first of all')
})

test('signs that are no marks stay', () => {
  expect(titleOf('what is 2 * 3 * 4 and why -x?')).toBe('what is 2 * 3 * 4 and why -x?')
})

test('a long line is cut behind a word', () => {
  const title = titleOf(`Read all of the parsers, ${'and then '.repeat(20)}`)
  expect(title).toMatch(/^Read all of the parsers.* (and|then)…$/)
  expect(title.length).toBeLessThanOrEqual(TITLE_CHARACTERS)
})

test('what has no words to cut behind is cut between letters, never inside one', () => {
  expect(titleOf('数据'.repeat(60))).toBe(`${'数据'.repeat(60).slice(0, TITLE_CHARACTERS - 1)}…`)
  expect(Array.from(titleOf('😀a'.repeat(60)))).toHaveLength(TITLE_CHARACTERS)
})

test('a message of code alone has a title, too', () => {
  expect(titleOf('```js\nconst a = 1\n```')).toBe('const a = 1')
  expect(titleOf('???')).toBe('???')
  expect(titleOf('   ')).toBe('')
})
