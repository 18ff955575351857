import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test.each([
  ['a right-to-left override', 'rm \u202Etxt.exe', 'rm \\u202Etxt.exe'],
  ['a zero-width space', 'a\u200Bb', 'a\\u200Bb'],
  ['an escape sequence', '\u001b[8mhidden', '\\u001B[8mhidden'],
  ['a carriage return', 'ls\rrm', 'ls\\u000Drm'],
  ['a tab', 'a\tb', 'a\\u0009b'],
  ['a tag character', 'a\u{E0041}b', 'a\\u{E0041}b'],
  ['a variation selector', 'a\uFE0Fb', 'a\\uFE0Fb'],
  ['a blank letter', 'a\u3164b', 'a\\u3164b'],
  ['a no-break space', 'a\u00A0b', 'a\\u00A0b'],
  ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ['a lone surrogate', 'a\uD800b', 'a\\uD800b'],
])('%s is spelled out', (_name, hidden, shown) => {
  expect(visibleText(hidden)).toBe(shown)
})

test('what can be seen stays as it is, line breaks and Chinese included', () => {
  const text = '写入 notes.md\n{ "a": "é 😀" }'
  expect(visibleText(text)).toBe(text)
})
