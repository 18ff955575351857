import type { FileMatches, FoundLine } from '../../core/tools/ports.ts'
import { foundLine, RipgrepEvent } from './ripgrep-events.ts'

/** Matching lines after which a search ends: what is left is not counted, and main has other things to do. */
export const MOST_MATCHES = 5_000

/** Gathers what `rg --json` says, file by file. */
export type MatchGathering = {
  /** Takes one line of its output; null: one that was too long. */
  add(record: Buffer | null): void
  readonly isFull: boolean
  /**
   * At the end: `limit` matching lines in order of paths, with what stands around them, and how many more, of files that
   * `isOpen`. The first ones, unless `isFull` ended the search: then a sample, since folders are searched side by side.
   */
  result(
    limit: number,
    isOpen: (path: string) => boolean,
  ): {
    readonly files: readonly FileMatches[]
    readonly shown: number
    readonly more: number
  }
}

/** @param pathOf the path to show for a name that ripgrep says; null: the file may not be shown */
export function gatherMatches(pathOf: (name: string) => string | null): MatchGathering {
  const files: FileMatches[] = []
  let path: string | null = null
  let lines: FoundLine[] = []
  let unshowable = 0
  let count = 0

  /** A file is binary wherever a zero byte stands in it, also behind a match. */
  function close(isBinary: boolean): void {
    if (path !== null && isBinary) count -= lines.filter(({ matches }) => matches).length
    else if (path !== null && lines.length > 0) files.push({ path, lines })
    path = null
    lines = []
  }
  function take(event: RipgrepEvent): void {
    if (event.type === 'begin') path = pathOf(event.data.path)
    else if (event.type === 'end') close(event.data.binary_offset !== null)
    else if (event.type !== 'summary' && path !== null) {
      lines.push(foundLine(event))
      if (event.type === 'match') count += 1
    }
  }

  return {
    add(record) {
      if (count >= MOST_MATCHES) return
      if (record === null) unshowable += path === null ? 0 : 1
      else take(RipgrepEvent.parse(JSON.parse(record.toString('utf8'))))
    },
    get isFull() {
      return count >= MOST_MATCHES
    },
    result(limit, isOpen) {
      close(lines.some(({ text }) => text.includes('\0')))
      const open = files.filter(({ path }) => isOpen(path))
      const total = open.reduce((sum, file) => sum + file.lines.filter(({ matches }) => matches).length, 0)
      let left = limit
      const sorted = open.toSorted((a, b) => (a.path < b.path ? -1 : 1))
      const shown = sorted.flatMap((file) => {
        const kept = upTo(left, file.lines)
        left -= kept.filter(({ matches }) => matches).length
        return kept.length === 0 ? [] : [{ path: file.path, lines: kept }]
      })
      return { files: shown, shown: limit - left, more: total - (limit - left) + unshowable }
    },
  }
}

/** The lines before the first match that is too many. */
function upTo(matches: number, lines: readonly FoundLine[]): readonly FoundLine[] {
  if (matches === 0) return []
  let left = matches
  const end = lines.findIndex((line) => line.matches && left-- === 0)
  return end < 0 ? lines : lines.slice(0, end)
}
