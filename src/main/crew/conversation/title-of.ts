import { TITLE_CHARACTERS } from './policy.ts'

/** Shortest part that a title is cut back to for the sake of a whole word. */
const WHOLE_WORD_FROM = TITLE_CHARACTERS / 2

/** A title is found early in a message or not at all, and a message may be long. */
const LOOKED_AT = 2_000

/**
 * A title out of the first message: its first line that says something, without the marks of Markdown, cut behind a word.
 * A message of nothing but code gives its first line of code.
 */
export function titleOf(text: string): string {
  const lines = text.slice(0, LOOKED_AT).split('\n').map(plain)
  const line = lines.find(saysSomething) ?? lines.find((each) => each !== '') ?? ''
  const letters = Array.from(line)
  if (letters.length <= TITLE_CHARACTERS) return line
  const cut = letters.slice(0, TITLE_CHARACTERS - 1).join('')
  const wordEnd = cut.search(/\s\S*$/)
  return `${(wordEnd >= WHOLE_WORD_FROM ? cut.slice(0, wordEnd) : cut).replace(/[\s,;:–—-]+$/, '')}…`
}

const saysSomething = (line: string): boolean => /\p{L}|\p{N}/u.test(line) && !line.startsWith('```')

/** Headings, lists, quotations and emphasis look like noise outside of a text. */
const plain = (line: string): string =>
  line
    .trim()
    .replace(/^(?:#{1,6}\s+|[-*+>]\s+|\d{1,3}[.)]\s+)+/, '')
    .replaceAll(/(\*\*|__|(?<!`)`(?!`))(?=\S)(.+?)\1/g, '$2')
    .replaceAll(/\[([^\]]+)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
