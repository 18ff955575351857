import { basename, dirname } from 'node:path'
import { isSecretFile } from '../../core/permissions/guarded-files.ts'
import type { BadPattern, GrepRequest, GrepResult } from '../../core/tools/ports.ts'
import { isShown, pathBelow } from './folder-listing.ts'
import { gatherMatches, type MatchGathering } from './gather-matches.ts'
import { isNameGlob, onlyNamed, onlyNamedLike } from './glob-options.ts'
import { listFolder, relativeName } from './list-folder.ts'
import { runRipgrep, type RipgrepEnd } from './run-ripgrep.ts'
import { splitRecords } from './split-records.ts'
import { withheldFrom } from './withheld.ts'
import type { Place } from './workspace-paths.ts'

/** Larger files are not looked into. */
const LARGEST_FILE = '10M'

/** A longer line, with what ripgrep says around it, is counted and not shown. */
const MOST_RECORD_BYTES = 1_048_576

const LINE_FEED = 10

export type Search = {
  readonly ripgrep: string
  /** A file or a folder. */
  readonly place: Place
  readonly isFolder: boolean
  readonly request: GrepRequest
}

/** Lines that match a regular expression, in text files that no ignore file names. */
export async function searchFiles(search: Search, signal: AbortSignal): Promise<GrepResult | BadPattern> {
  const { place, isFolder, request } = search
  const needsList = isFolder && request.glob !== null && !isNameGlob(request.glob)
  const [first, listed] = await Promise.all([
    lookThrough(search, () => true, signal),
    needsList ? filesOf(search, signal) : null,
  ])
  const isOpen = (path: string): boolean => listed?.paths.has(path) ?? true
  // What ignore files name may have taken the room of the rest.
  const found = first.isFull && listed !== null ? await lookThrough(search, isOpen, signal) : first
  if (found.complaint !== '') return { ok: false, problem: 'pattern', reason: found.complaint }
  return {
    path: place.path,
    ...found.result(request.limit, isOpen),
    complete: !found.isCut && (listed?.complete ?? true),
    isSample: found.isFull,
    withheld: isFolder ? withheldFrom(place, request.glob) : [],
  }
}

type Look = Pick<MatchGathering, 'isFull' | 'result'> & RipgrepEnd

/** @param isOpen whether a path may be shown at all */
async function lookThrough(
  { ripgrep, place, isFolder, request }: Search,
  isOpen: (path: string) => boolean,
  signal: AbortSignal,
): Promise<Look> {
  const gathering = gatherMatches((said) => {
    if (!isFolder) return place.path
    const name = relativeName(said)
    const path = pathBelow(place, name)
    return isShown(place, name) && !isSecretFile(path) && isOpen(path) ? path : null
  })
  const split = splitRecords({
    separator: LINE_FEED,
    mostBytes: MOST_RECORD_BYTES,
    onRecord: (record) => gathering.add(record),
  })
  const end = await runRipgrep(
    {
      ripgrep,
      folder: isFolder ? place.absolute : dirname(place.absolute),
      options: optionsOf(request),
      operand: isFolder ? '.' : `./${basename(place.absolute)}`,
      onOutput(chunk, stop) {
        split(chunk)
        if (gathering.isFull) stop()
      },
    },
    signal,
  )
  return { ...end, isFull: gathering.isFull, result: gathering.result }
}

function optionsOf({ pattern, glob, ignoreCase, context }: GrepRequest): string[] {
  return [
    '--json',
    '--crlf', // a line ends before its carriage return, as it does for the tools that read and edit
    ...['--max-filesize', LARGEST_FILE, '--context', String(context)],
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(glob === null ? [] : isNameGlob(glob) ? onlyNamed(glob) : ['-g', glob]),
    ...['-e', pattern],
  ]
}

/** A glob that asks for files stands above the ignore files; so what it finds is held against what may be listed. */
async function filesOf(
  { ripgrep, place, request: { glob } }: Search,
  signal: AbortSignal,
): Promise<{ paths: ReadonlySet<string>; complete: boolean }> {
  const paths = new Set<string>()
  const onFile = (name: string): void => void paths.add(pathBelow(place, name))
  const narrow = glob === null ? [] : onlyNamedLike(glob)
  const walk = { ripgrep, folder: place.absolute, narrow, order: 'any', onFile } as const
  const { complete } = await listFolder(walk, signal)
  return { paths, complete }
}
