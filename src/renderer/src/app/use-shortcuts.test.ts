import { afterEach, expect, test } from 'vitest'
import { SHORTCUTS } from './shortcuts.ts'
import { commandOf } from './use-shortcuts.ts'

afterEach(() => document.body.replaceChildren())

/** The command that a key press asks for while `target` has the focus. */
function pressed(init: KeyboardEventInit, target: HTMLElement = document.body) {
  document.body.append(...(target === document.body ? [] : [target]))
  let command = null as ReturnType<typeof commandOf>
  const listen = (event: KeyboardEvent) => (command = commandOf(event, false))
  document.addEventListener('keydown', listen)
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  document.removeEventListener('keydown', listen)
  return command
}

test('keys of the registry work while one writes', () => {
  expect(pressed({ key: 'n', ctrlKey: true }, document.createElement('textarea'))).toBe('newConversation')
})

test('a question mark is a letter in a field and a command elsewhere', () => {
  expect(pressed({ key: '?', shiftKey: true })).toBe('sheet')
  expect(pressed({ key: '?', shiftKey: true }, document.createElement('input'))).toBeNull()
})

test('no key is taken from an input method', () => {
  expect(pressed({ key: 'Escape', isComposing: true })).toBeNull()
})

test('what floats keeps Esc for itself', () => {
  const menu = document.createElement('div')
  menu.setAttribute('role', 'menu')
  expect(pressed({ key: 'Escape' }, menu)).toBeNull()
})

test('no two commands share a key, and none takes a key that input methods use', () => {
  const keys = SHORTCUTS.map(({ shortcut }) => JSON.stringify([shortcut.key, shortcut.mod, shortcut.shift]))
  expect(new Set(keys).size).toBe(keys.length)
  const taken = ['[".",true,null]', '["f",true,true]', '["e",true,true]', '[" ",true,null]']
  expect(keys.filter((key) => taken.includes(key))).toEqual([])
})
