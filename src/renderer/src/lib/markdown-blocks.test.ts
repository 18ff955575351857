import { expect, test } from 'vitest'
import { markdownBlocks } from './markdown-blocks.ts'

test('blank lines part blocks, but not inside a code fence', () => {
  expect(markdownBlocks('one\n\ntwo\nstill two\n\n```ts\na\n\nb\n```\n\nthree')).toEqual([
    'one',
    'two\nstill two',
    '```ts\na\n\nb\n```',
    'three',
  ])
})

test('a fence that is still open keeps the rest together', () => {
  expect(markdownBlocks('a\n\n````\n```\n\nb')).toEqual(['a', '````\n```\n\nb'])
})

test('while text grows, finished blocks stay the same', () => {
  const text = 'one\n\ntwo\n\nthree'
  for (let length = 6; length <= text.length; length += 1) {
    expect(markdownBlocks(text.slice(0, length))[0]).toBe('one')
  }
})
