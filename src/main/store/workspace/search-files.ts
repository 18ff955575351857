import { basename, dirname } from 'node:path'
import { isSecretFile } from '../../core/permissions/guarded-files.ts'
import type { BadPattern, GrepRequest, GrepResult } from '../../core/tools/ports.ts'
import { isShown, pathBelow } from './folder-listing.ts'
import { gatherMatches } from './gather-matches.ts'
import { isNameGlob, onlyNamed } from './glob-options.ts'
import { listFolder, relativeName } from './list-folder.ts'
import { runRipgrep } from './run-ripgrep.ts'
import { splitRecords } from './split-records.ts'
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
export async function searchFiles(
  { ripgrep, place, isFolder, request }: Search,
  signal: AbortSignal,
): Promise<GrepResult | BadPattern> {
  const { glob, limit } = request
  const walk = { ripgrep, folder: isFolder ? place.absolute : dirname(place.absolute) }
  const allowed = isFolder && glob !== null && !isNameGlob(glob) ? await filesOf(walk, signal) : null
  const gathering = gatherMatches((said) => {
    const name = relativeName(said)
    if (!isFolder) return place.path
    const isOpen = isShown(place, name) && !isSecretFile(name) && (allowed?.names.has(name) ?? true)
    return isOpen ? pathBelow(place, name) : null
  })
  const split = splitRecords({
    separator: LINE_FEED,
    mostBytes: MOST_RECORD_BYTES,
    onRecord: (record) => gathering.add(record),
  })
  const { isCut, complaint } = await runRipgrep(
    {
      ...walk,
      options: optionsOf(request),
      operand: isFolder ? '.' : `./${basename(place.absolute)}`,
      onOutput(chunk, stop) {
        split(chunk)
        if (gathering.isFull) stop()
      },
    },
    signal,
  )
  if (complaint !== '') return { ok: false, problem: 'pattern', reason: complaint }
  const complete = !isCut && (allowed?.complete ?? true)
  return { path: place.path, ...gathering.result(limit), complete }
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
  walk: { readonly ripgrep: string; readonly folder: string },
  signal: AbortSignal,
): Promise<{ names: ReadonlySet<string>; complete: boolean }> {
  const names = new Set<string>()
  const { complete } = await listFolder({ ...walk, onFile: (name) => names.add(name) }, signal)
  return { names, complete }
}
