import type { Withheld } from './ports.ts'
import { MOST_CHARACTERS, MOST_RESULTS } from './search-limits.ts'
import { linesThatFit } from './text-diff.ts'

/** What a list or search left out, and why. */
export type LeftOut = {
  /** Results that are not among the lines. */
  readonly more: number
  /** False when even these were not all counted. */
  readonly complete: boolean
  readonly isSample?: boolean
  readonly withheld?: readonly Withheld[]
}

export type Advice = {
  /** How to ask for less, e.g. `narrow it down with path`. */
  readonly narrow: string
  /** The number that the call was limited to. */
  readonly limit: number
}

/** The lines that fit into one answer, and below them a note on everything that is not there and how to get at it. */
export function searchAnswer(lines: readonly string[], leftOut: LeftOut, advice: Advice): string {
  const kept = linesThatFit(lines, { lines: Infinity, characters: MOST_CHARACTERS })
  const cut = lines.length - kept.length
  const notes = [
    ...(cut > 0
      ? [`${cut} more lines: one answer has at most ${MOST_CHARACTERS} characters; ${advice.narrow}`]
      : []),
    ...noteOnMore(leftOut, advice),
    ...(leftOut.withheld ?? []).map((kind) => WITHHELD[kind]),
  ]
  return [...kept, ...notes.map((note) => `[${note}]`)].join('\n')
}

function noteOnMore({ more, complete, isSample }: LeftOut, { narrow, limit }: Advice): string[] {
  if (isSample)
    return [
      `this is a sample: there were too many to find them all, and these are not the first ones; at least ${more} more; ${narrow}`,
    ]
  if (!complete)
    return [`not everything was looked through${more > 0 ? `; at least ${more} more` : ''}; ${narrow}`]
  if (more === 0) return []
  const raise = limit < MOST_RESULTS ? `, or raise limit` : ''
  return [`${more} more; ${narrow}${raise}`]
}

const WITHHELD: Record<Withheld, string> = {
  secret:
    'files that look like secrets are withheld from a search, as here; give one as path, and a person is asked',
  private:
    'what is private to the app is withheld, as here; only a path that you were given in a result can be read there',
  git: 'the .git folder is looked into only where path names it',
}
