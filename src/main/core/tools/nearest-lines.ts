/** What is looked through: beyond it a guess costs more than it helps. */
const MOST_LINES = 20_000
const MOST_WANTED = 40

/** Lines and characters of what is shown. */
const SHOWN_LINES = 20
const SHOWN_CHARACTERS = 2_000

export type NearestLines = {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}

/**
 * The lines of a text that are most like the wanted ones: most lines alike but for blanks, else the line that shares most
 * words with the longest wanted one. Null when nothing is like it.
 */
export function nearestLines(text: string, wanted: string): NearestLines | null {
  const lines = text.split('\n', MOST_LINES)
  const asked = wanted.split('\n', MOST_WANTED)
  const start = likeLines(lines.map(squeeze), asked.map(squeeze)) ?? likeWords(lines, asked)
  if (start === null) return null
  const shown = lines.slice(start, start + Math.min(asked.length, SHOWN_LINES)).join('\n')
  return { line: start + 1, text: shown.slice(0, SHOWN_CHARACTERS) }
}

const squeeze = (line: string): string => line.replaceAll(/\s+/g, ' ').trim()

/** Where most of the wanted lines stand, one below the other. Empty lines count for nothing. */
function likeLines(lines: readonly string[], asked: readonly string[]): number | null {
  let best = { score: 0, start: 0 }
  for (let start = 0; start < lines.length; start++) {
    let score = 0
    for (const [offset, line] of asked.entries())
      if (line !== '' && lines[start + offset] === line) score += 1
    if (score > best.score) best = { score, start }
  }
  return best.score > 0 ? best.start : null
}

/** Half of the words at least have to be the same. */
function likeWords(lines: readonly string[], asked: readonly string[]): number | null {
  const longest = asked.reduce((a, b) => (b.length > a.length ? b : a), '')
  const words = wordsOf(longest)
  if (words.size === 0) return null
  let best = { score: words.size / 2, index: -1 }
  for (const [index, line] of lines.entries()) {
    const shared = [...wordsOf(line.slice(0, SHOWN_CHARACTERS))].filter((word) => words.has(word)).length
    if (shared > best.score) best = { score: shared, index }
  }
  return best.index < 0 ? null : Math.max(0, best.index - asked.indexOf(longest))
}

const wordsOf = (line: string): Set<string> => new Set(line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
