import { expect, test } from 'vitest'
import { isComposing, keysOf, matches } from './shortcut.ts'

const press = (key: string, changes: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...changes,
})

test('a shortcut is exactly its key and its modifiers', () => {
  const shortcut = { key: 'b', mod: true }
  expect(matches(shortcut, press('b', { ctrlKey: true }), false)).toBe(true)
  expect(matches(shortcut, press('B', { ctrlKey: true, shiftKey: true }), false)).toBe(false)
  expect(matches(shortcut, press('b', { ctrlKey: true, altKey: true }), false)).toBe(false)
  expect(matches(shortcut, press('b'), false)).toBe(false)
})

test('on macOS the modifier is Cmd', () => {
  expect(matches({ key: 'n', mod: true }, press('n', { metaKey: true }), true)).toBe(true)
  expect(matches({ key: 'n', mod: true }, press('n', { ctrlKey: true }), true)).toBe(false)
  expect(keysOf({ key: 'b', mod: true, shift: true }, true)).toEqual(['⌘', '⇧', 'B'])
})

test('a sign matches with and without Shift, as layouts differ', () => {
  expect(matches({ key: '?' }, press('?', { shiftKey: true }), false)).toBe(true)
  expect(matches({ key: '?' }, press('?'), false)).toBe(true)
})

test('a key of an input method is its own, also where only the code 229 says so', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})
