import { strengthOf } from './names.ts'
import { isOpaque, isPlaceholder } from './opaque.ts'
import type { Rule, Span } from './span.ts'

/**
 * A name and what says that its value follows. `KEY=`, `key: `, `"key": `, `:key => `, `--key `, `<key>`, `'AUTH_KEY', `; a
 * block of YAML begins on its next line.
 */
const ASSIGNMENT = new RegExp(
  [
    String.raw`(?<![A-Za-z0-9_.])(?:--)?(?<name>[A-Za-z_][A-Za-z0-9_.-]{1,80}|[\u4e00-\u9fff]{2,12})`,
    String.raw`(?:\\*["'\`])?`,
    '(?:',
    [
      String.raw`[^\S\n]{0,8}(?<sign>==?>?|:=|=>|[:：＝])[^\S\n]{0,8}(?:[|>][-+]?\n\s{1,16})?`,
      String.raw`(?<comma>[^\S\n]*,[^\S\n]*)(?=["'])`,
      String.raw`(?<=(?:^|\s)--[a-z][a-z-]{1,40})[^\S\n]`,
      String.raw`(?<=<[A-Za-z_-]{1,80})>`,
    ].join('|'),
    ')(?:base64:)?',
  ].join(''),
  'g',
)

const OPENING_QUOTE = /\\*["'`]/y
/** So much of a value is looked at; what is found to be a secret is masked to its end. */
const BARE_VALUE = /[^\s"'`,;&<>()[\]{}|\\，。；：、）】]{1,2000}/y

/** A value as it stands: in quotes, which may themselves be escaped, or up to where it ends. */
type Value = Span & { readonly text: string; readonly isQuoted: boolean; readonly next: string }

/** Values behind names that say what they are. */
export const findAssigned: Rule = (text) => {
  const spans: Span[] = []
  let after = 0
  for (const { index, 0: found, groups } of text.matchAll(ASSIGNMENT)) {
    const { name = '', sign = '' } = groups ?? {}
    const strength = strengthOf(name)
    if (strength === 'none' || index < after) continue
    const value = valueAt(text, index + found.length)
    if (value === null || isPlaceholder(value.text.trim()) || value.text.startsWith('-----BEGIN')) continue
    const isPlain = isShell(name, sign) || /[?&]/.test(text.charAt(index - 1))
    if (strength === 'weak' ? !isOpaque(value.text) : !isSecret(value, isPlain)) continue
    after = value.isQuoted ? value.end : endOfBare(text, value.end)
    spans.push({ start: value.start, end: after })
  }
  return spans
}

function valueAt(text: string, at: number): Value | null {
  OPENING_QUOTE.lastIndex = at
  const quote = OPENING_QUOTE.exec(text)?.[0]
  if (quote !== undefined) {
    const start = at + quote.length
    const end = endOfQuoted(text, start, quote)
    return end === null ? null : { start, end, text: text.slice(start, end), isQuoted: true, next: quote }
  }
  BARE_VALUE.lastIndex = at
  const bare = BARE_VALUE.exec(text)?.[0]
  if (bare === undefined) return null
  const end = at + bare.length
  return { start: at, end, text: bare, isQuoted: false, next: text.charAt(end) }
}

function endOfBare(text: string, at: number): number {
  BARE_VALUE.lastIndex = at
  return BARE_VALUE.test(text) ? endOfBare(text, BARE_VALUE.lastIndex) : at
}

/** The quote that ends it, on the same line; a text that was cut off may lack it. */
function endOfQuoted(text: string, start: number, quote: string): number | null {
  const newline = text.indexOf('\n', start)
  const line = newline < 0 ? text.length : newline
  const end = text.indexOf(quote, start)
  return end === start ? null : end < 0 || end > line ? line : end
}

/** @param isPlain whatever follows is a value and no code: in a shell, in the query of an address */
function isSecret({ text, isQuoted, next }: Value, isPlain: boolean): boolean {
  if (isQuoted) return isQuotedSecret(text)
  if (text.length < 4 || /^[./~]/.test(text) || DOTTED.test(text)) return false
  return isPlain || !IDENTIFIER.test(text) || (/\d/.test(text) && !/[(),;<[|]/.test(next))
}

const isShell = (name: string, sign: string): boolean => sign === '=' && name === name.toUpperCase()

/** Prose and words of a user interface are none: `password: 'Forgot it?'`. */
const isQuotedSecret = (text: string): boolean =>
  text.length >= 6 && (/\d/.test(text) || !text.includes(' ')) && !/^[A-Z]?[a-z]+$/.test(text)

/** Code: `process.env.KEY`, `z.string`, `confirmation`, `Uint8Array`. */
const DOTTED = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$#][\w$]*)+[!?]?$/
const IDENTIFIER = /^[A-Za-z_$][\w$]*[!?]?$/
