import { structuredPatch } from 'diff'

/** Largest text that is compared line by line; beyond it only counts are given, so that main never computes long. */
const MAX_CHARACTERS = 1_000_000
const MAX_LINES = 20_000

/** Most lines that may differ before the comparison gives up; it costs about the square of this. */
const MAX_EDITS = 2_000

/** What is kept of a difference for people. */
const SHOWN_LINES = 400
const SHOWN_CHARACTERS = 40_000

export type TextDiff = {
  /** Lines that came and went; upper bounds when `text` is empty for being too large. */
  readonly added: number
  readonly removed: number
  /** Hunks in unified form without file names; empty when there is no difference, or one too large to work out. */
  readonly text: string
}

/** The difference between two texts. */
export function textDiff(before: string, after: string): TextDiff {
  if (before === after) return { added: 0, removed: 0, text: '' }
  if (isHuge(before) || isHuge(after)) return countsOnly(before, after)
  const options = { context: 3, maxEditLength: MAX_EDITS }
  const patch = structuredPatch('', '', before, after, undefined, undefined, options)
  if (patch === undefined) return countsOnly(before, after)
  const hunks = patch.hunks.map((hunk) => ({
    head: `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    lines: hunk.lines,
  }))
  const lines = hunks.flatMap((hunk) => hunk.lines)
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    text: clip(
      hunks.flatMap(({ head, lines }) => [head, ...lines]),
      { lines: SHOWN_LINES, characters: SHOWN_CHARACTERS },
    ),
  }
}

type Most = { readonly lines: number; readonly characters: number }

/** The first lines that fit, and how many were left out. */
export function clip(lines: readonly string[], most: Most): string {
  const kept = linesThatFit(lines, most)
  const left = lines.length - kept.length
  return [...kept, ...(left > 0 ? [`… ${left} more lines`] : [])].join('\n')
}

export function linesThatFit(lines: readonly string[], most: Most): readonly string[] {
  let size = 0
  let kept = 0
  for (const line of lines) {
    size += line.length + 1
    if (kept >= most.lines || size > most.characters) break
    kept += 1
  }
  return lines.slice(0, kept)
}

const isHuge = (text: string): boolean => text.length > MAX_CHARACTERS || text.split('\n').length > MAX_LINES

/** Without looking for the shortest way: what is alike at both ends counts as unchanged, all between as changed. */
function countsOnly(before: string, after: string): TextDiff {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  while (
    end < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  return { added: now.length - start - end, removed: old.length - start - end, text: '' }
}
