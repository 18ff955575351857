import { expect, test } from 'vitest'
import { decodeText, encodeText, PLAIN } from './text-form.ts'

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

test.each([
  ['plain', Buffer.from('a\nb\n')],
  ['UTF-8 with a mark', Buffer.from('\uFEFFä\n')],
  ['CRLF', Buffer.from('a\r\nb\r\n')],
  ['both kinds of line ends', Buffer.from('a\r\nb\nc\r\n')],
  ['UTF-16 LE', utf16('数据\r\nx\r\n')],
  ['UTF-16 BE', utf16('数据\n').swap16()],
  ['empty', Buffer.alloc(0)],
])('%s comes back to the same bytes', (_name, bytes) => {
  const decoded = decodeText(bytes)

  expect(decoded && encodeText(decoded.text, decoded.form)).toEqual(bytes)
})

test('the model sees plain line ends and no mark', () => {
  expect(decodeText(Buffer.from('\uFEFFa\r\nb\r\n'))?.text).toBe('a\nb\n')
})

test.each([
  ['a NUL', Buffer.from('a\0b')],
  ['Latin-1', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65])],
  ['a cut character', Buffer.from([0x61, 0xe6, 0x95])],
])('bytes with %s are no text', (_name, bytes) => {
  expect(decodeText(bytes)).toBeNull()
})

test('what the text itself carries is not doubled', () => {
  const form = { ...PLAIN, mark: true, crlf: true }

  expect(encodeText('\uFEFFa\r\nb\n', form).toString()).toBe('\uFEFFa\r\nb\r\n')
})
