import type { BadPattern, FolderEntry, FolderListing } from '../../core/tools/ports.ts'
import { isShown, withSize } from './folder-listing.ts'
import { isNameGlob, leaveOut, onlyNamed } from './glob-options.ts'
import { listFolder, type FolderWalk, type FolderWalkEnd } from './list-folder.ts'
import type { Place } from './workspace-paths.ts'

export type FindRequest = {
  readonly ripgrep: string
  readonly folder: Place
  readonly pattern: string
  readonly limit: number
}

/** Files that match a glob, and that no ignore file names. */
export async function findFiles(
  request: FindRequest,
  signal: AbortSignal,
): Promise<FolderListing | BadPattern> {
  const { folder, limit, pattern } = request
  const found = await (isNameGlob(pattern) ? findNamed : findRest)(request, signal)
  if (found.complaint !== '') return { ok: false, problem: 'pattern', reason: found.complaint }
  const names = found.names.filter((name) => isShown(folder, name))
  const shown = names.slice(0, limit).map((path): FolderEntry => ({ path, kind: 'file', bytes: 0 }))
  return {
    path: folder.path,
    entries: await Promise.all(shown.map((entry) => withSize(folder, entry))),
    more: names.length - shown.length,
    complete: found.complete,
  }
}

type Found = FolderWalkEnd & { readonly names: readonly string[] }

const findNamed = ({ ripgrep, folder, pattern }: FindRequest, signal: AbortSignal): Promise<Found> =>
  namesOf({ ripgrep, folder: folder.absolute, narrow: onlyNamed(pattern) }, signal)

/** What is listed without the glob, and not with what matches left out. */
async function findRest({ ripgrep, folder, pattern }: FindRequest, signal: AbortSignal): Promise<Found> {
  const walk = { ripgrep, folder: folder.absolute }
  const [all, rest] = await Promise.all([
    namesOf(walk, signal),
    namesOf({ ...walk, narrow: leaveOut(pattern) }, signal),
  ])
  const others = new Set(rest.names)
  return { ...all, complaint: rest.complaint, names: all.names.filter((name) => !others.has(name)) }
}

async function namesOf(walk: Omit<FolderWalk, 'onFile'>, signal: AbortSignal): Promise<Found> {
  const names: string[] = []
  const end = await listFolder({ ...walk, onFile: (name) => names.push(name) }, signal)
  return { ...end, names }
}
