import { expect, test } from 'vitest'
import { escapeMarkup, formatDuration } from './notice.ts'

test.each([
  [0, '0 s'],
  [59_400, '59 s'],
  [60_000, '1:00'],
  [3_729_000, '1:02:09'],
  [-5, '0 s'],
])('%d ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('what a model wrote is no markup in a notification', () => {
  expect(escapeMarkup('<a href="x">a & b</a>')).toBe('&lt;a href="x"&gt;a &amp; b&lt;/a&gt;')
})
