import { expect, test } from 'vitest'
import { keepFirstNames } from './first-names.ts'

const firstOf = (names: readonly string[], limit: number) => {
  const first = keepFirstNames(limit)
  for (const name of names) first.add(name)
  return { names: first.sorted(), count: first.count }
}

test('the first ones are kept, whatever order they come in, and all are counted', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `f${String(index).padStart(4, '0')}`)
  const mixed = names.map((_, index) => names[(index * 387) % names.length] ?? '')

  expect(firstOf(mixed, 3)).toEqual({ names: ['f0000', 'f0001', 'f0002'], count: 1_000 })
  expect(firstOf(names.toReversed(), 3).names).toEqual(['f0000', 'f0001', 'f0002'])
})

test('the files of a folder stand together, before what only begins like it', () => {
  expect(firstOf(['a.txt', 'a/b', 'ab', 'a/a/z'], 9).names).toEqual(['a/a/z', 'a/b', 'a.txt', 'ab'])
})
