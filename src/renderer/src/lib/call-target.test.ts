import { expect, test } from 'vitest'
import { callTarget, goalsOf, saysMore } from './call-target.ts'

test('a call is known by its path or command, on one line', () => {
  expect(callTarget('{"path":"src/a.ts","limit":3}')).toBe('src/a.ts')
  expect(callTarget('{"command":"cd x &&\\n  ls"}')).toBe('cd x && ls')
})

test('arguments that are no JSON stand as the model wrote them', () => {
  expect(callTarget('{"path": "src/a')).toBe('{"path": "src/a')
})

test('goals are read in order, and nothing else is taken for one', () => {
  expect(goalsOf('{"tasks":[{"goal":"a"},{"goal":1},null,{"goal":"b"}]}')).toEqual(['a', 'b'])
  expect(goalsOf('{"tasks":"a"}')).toEqual([])
})

test('arguments that only repeat the target say no more', () => {
  expect(saysMore('{"path":"src/a.ts"}')).toBe(false)
  expect(saysMore('{}')).toBe(false)
  expect(saysMore('{"path":"src/a.ts","limit":3}')).toBe(true)
  expect(saysMore('{"command":"a\\nb"}')).toBe(true)
})
