import type { BadPattern, FolderEntry, FolderListing } from '../../core/tools/ports.ts'
import { isShown, withSize } from './folder-listing.ts'
import { listFolder } from './list-folder.ts'
import type { Place } from './workspace-paths.ts'

export type FindRequest = {
  readonly ripgrep: string
  readonly folder: Place
  readonly pattern: string
  readonly limit: number
}

/**
 * Files that match a glob. To ripgrep a glob that asks for files stands above the ignore files, one that leaves files out
 * does not: so the matches are what is listed without the glob and not with it left out.
 */
export async function findFiles(
  { ripgrep, folder, pattern, limit }: FindRequest,
  signal: AbortSignal,
): Promise<FolderListing | BadPattern> {
  const walk = { ripgrep, folder: folder.absolute }
  const others = new Set<string>()
  const all: string[] = []
  const [left, whole] = await Promise.all([
    listFolder({ ...walk, leaveOut: pattern, onFile: (name) => others.add(name) }, signal),
    listFolder({ ...walk, onFile: (name) => all.push(name) }, signal),
  ])
  if (left.complaint !== '') return { ok: false, problem: 'pattern', reason: left.complaint }
  const names = all.filter((name) => !others.has(name) && isShown(folder, name))
  const shown = names.slice(0, limit).map((path): FolderEntry => ({ path, kind: 'file', bytes: 0 }))
  return {
    path: folder.path,
    entries: await Promise.all(shown.map((entry) => withSize(folder, entry))),
    more: names.length - shown.length,
    complete: whole.complete,
  }
}
