import { isUtf8 } from 'node:buffer'

/** How a text stands on disk; kept when it is written again. */
export type TextForm = {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  readonly mark: boolean
  /** Every line ends in CRLF. A file with both kinds keeps them as they are in its text. */
  readonly crlf: boolean
}

export const PLAIN: TextForm = { encoding: 'utf-8', mark: false, crlf: false }

const MARK = '\uFEFF'

/** The text in these bytes and its form; null when they are no UTF-8, and no UTF-16 with a byte order mark. */
export function decodeText(bytes: Buffer): { readonly text: string; readonly form: TextForm } | null {
  const encoding = encodingOf(bytes)
  if (encoding === null) return null
  const whole =
    encoding === 'utf-8' ? bytes.toString('utf8') : littleEndian(bytes, encoding).toString('utf16le')
  const mark = whole.startsWith(MARK)
  const text = mark ? whole.slice(1) : whole
  const crlf = text.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text)
  return { text: crlf ? text.replaceAll('\r\n', '\n') : text, form: { encoding, mark, crlf } }
}

/** The bytes of a text in this form. A mark or CRLF that the text itself carries is not doubled. */
export function encodeText(text: string, { encoding, mark, crlf }: TextForm): Buffer {
  const bare = text.startsWith(MARK) ? text.slice(1) : text
  const lines = crlf ? bare.replace(/\r?\n/g, '\r\n') : bare
  const whole = mark || text.startsWith(MARK) ? MARK + lines : lines
  return encoding === 'utf-8'
    ? Buffer.from(whole, 'utf8')
    : littleEndian(Buffer.from(whole, 'utf16le'), encoding)
}

function encodingOf(bytes: Buffer): TextForm['encoding'] | null {
  if (bytes.length % 2 === 0 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes.length % 2 === 0 && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) && !bytes.includes(0) ? 'utf-8' : null
}

/** Swaps both ways: big to little and little to big. */
const littleEndian = (bytes: Buffer, encoding: TextForm['encoding']): Buffer =>
  encoding === 'utf-16be' ? Buffer.from(bytes).swap16() : bytes
