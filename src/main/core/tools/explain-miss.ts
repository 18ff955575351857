import { nearestLines } from './nearest-lines.ts'

type Missed = { readonly old: string; readonly new: string }

/** Longest file that is looked through for what was meant. */
const MOST_CHARACTERS = 2_000_000

/** A line number with its mark in front of a line, as listings and `cat -n` write them. */
const GUTTER = /^[ \t]*\d+(?:[:|→\t]|-(?= ))/
const GUTTER_AND_BLANK = new RegExp(`${GUTTER.source} `)

/** A shorter text stands in many a file by chance. */
const TELLING_LENGTH = 8

/** Says why `old` does not stand in the text, and what does. For the model; nothing is changed on a guess. */
export function explainMiss(text: string, { old, new: replacement }: Missed): string {
  if (text.length > MOST_CHARACTERS)
    return 'old does not stand in the file. Read the place again, then copy it.'
  const plain = withoutGutter(old, GUTTER)
  const plainer = withoutGutter(old, GUTTER_AND_BLANK)
  if ((plain !== old && text.includes(plain)) || (plainer !== old && text.includes(plainer)))
    return 'old has line numbers in front of its lines; they are not in the file. Leave them out, also in new.'
  const quoted = sameLetters(text, old)
  if (quoted !== null)
    return `old has other quotes, dashes or blanks than the file, where it stands exactly so:\n${quoted}`
  if (old.includes('\\n') && text.includes(old.replaceAll('\\n', '\n')))
    return 'old has \\n spelled out where the file has line ends. Write real line ends.'
  if (replacement.trim().length >= TELLING_LENGTH && text.includes(replacement))
    return 'old does not stand in the file, but new does: this edit seems to have been made already.'
  return `old does not stand in the file. ${nearest(text, plain)}`
}

/** The same text when not every line has a gutter. */
function withoutGutter(text: string, gutter: RegExp): string {
  const lines = text.split('\n')
  const isNumbered = lines.every((line) => gutter.test(line) || line.trim() === '')
  return isNumbered ? lines.map((line) => line.replace(gutter, '')).join('\n') : text
}

/** The part of the text that reads like `old` once quotes, dashes and blanks are alike; each of them is one character. */
function sameLetters(text: string, old: string): string | null {
  const at = plainMarks(text).indexOf(plainMarks(old))
  return at < 0 ? null : text.slice(at, at + old.length)
}

const plainMarks = (text: string): string =>
  text
    .replaceAll(/[‘’‚‛′]/g, "'")
    .replaceAll(/[“”„‟″]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll(/[\u00a0\u2002-\u200a\u202f\u3000]/g, ' ')

function nearest(text: string, old: string): string {
  const found = nearestLines(text, old)
  if (found === null) return 'Nothing in it is like that; read it again with read_file.'
  return `The nearest is at line ${found.line}, exactly so:\n${found.text}`
}
