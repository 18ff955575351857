import { expect, test } from 'vitest'
import { clip, textDiff } from './text-diff.ts'

test('a difference shows what came and went, with three lines around', () => {
  expect(textDiff('a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nd\nE\nf\n')).toEqual({
    added: 1,
    removed: 1,
    text: '@@ -2,5 +2,5 @@\n b\n c\n d\n-e\n+E\n f',
  })
})

test('equal texts have none', () => {
  expect(textDiff('a\n', 'a\n')).toEqual({ added: 0, removed: 0, text: '' })
})

test('a missing line end at the end shows', () => {
  expect(textDiff('a', 'a\n').text).toContain('\\ No newline at end of file')
})

test.each([
  ['over a million characters', `${'x'.repeat(1_000_001)}\n`],
  ['over 20,000 lines', 'x\n'.repeat(20_001)],
  ['with too many differences', Array.from({ length: 3_000 }, (_, index) => `line ${index}\n`).join('')],
])('a text %s is counted only', (_name, text) => {
  const { added, removed, text: shown } = textDiff('first\nsecond\n', `first\n${text}second\n`)

  expect({ added, removed, shown }).toEqual({
    added: text.split('\n').length - 1,
    removed: 0,
    shown: '',
  })
})

test('a long difference is clipped, and its counts are not', () => {
  const diff = textDiff('', 'x\n'.repeat(1_000))

  expect(diff.added).toBe(1_000)
  expect(diff.text.split('\n').at(-1)).toBe('… 601 more lines')
})

test('clipping counts what it leaves out', () => {
  expect(clip(['aa', 'bb', 'cc'], { lines: 2, characters: 100 })).toBe('aa\nbb\n… 1 more lines')
  expect(clip(['aa', 'bb', 'cc'], { lines: 9, characters: 4 })).toBe('aa\n… 2 more lines')
  expect(clip(['aa'], { lines: 1, characters: 3 })).toBe('aa')
})
