import type { BadPattern, FolderEntry, GlobResult } from '../../core/tools/ports.ts'
import { keepFirstNames, type FirstNames } from './first-names.ts'
import { isShown, withSize } from './folder-listing.ts'
import { isNameGlob, onlyMatching, onlyNamed, onlyNamedLike } from './glob-options.ts'
import { listFolder, type FolderWalkEnd } from './list-folder.ts'
import { withheldFrom } from './withheld.ts'
import type { Place } from './workspace-paths.ts'

export type FindRequest = {
  readonly ripgrep: string
  readonly folder: Place
  readonly pattern: string
  readonly limit: number
}

/** Files that match a glob, and that no ignore file names. */
export async function findFiles(request: FindRequest, signal: AbortSignal): Promise<GlobResult | BadPattern> {
  const { folder, limit, pattern } = request
  const first = keepFirstNames(limit)
  const { complete, complaint } = await (isNameGlob(pattern) ? findNamed : findRest)(request, first, signal)
  if (complaint !== '') return { ok: false, problem: 'pattern', reason: complaint }
  const shown = first.sorted().map((path): FolderEntry => ({ path, kind: 'file', bytes: 0 }))
  return {
    path: folder.path,
    entries: await Promise.all(shown.map((entry) => withSize(folder, entry))),
    more: first.count - shown.length,
    complete,
    withheld: withheldFrom(folder, pattern).filter((kind) => kind !== 'secret'), // a name alone is none
  }
}

type Find = (request: FindRequest, into: FirstNames, signal: AbortSignal) => Promise<FolderWalkEnd>

const findNamed: Find = ({ ripgrep, folder, pattern }, into, signal) =>
  listFolder(
    {
      ...{ ripgrep, folder: folder.absolute, narrow: onlyNamed(pattern), order: 'any' },
      onFile(name) {
        if (isShown(folder, name)) into.add(name)
      },
    },
    signal,
  )

/** What is listed without the glob, as far as the glob alone finds it, too. */
const findRest: Find = async ({ ripgrep, folder, pattern }, into, signal) => {
  const listed: string[] = []
  const matching = new Set<string>()
  const walk = { ripgrep, folder: folder.absolute, order: 'any' } as const
  const onListed = (name: string): void => void listed.push(name)
  const onMatching = (name: string): void => void matching.add(name)
  const [all, found] = await Promise.all([
    listFolder({ ...walk, narrow: onlyNamedLike(pattern), onFile: onListed }, signal),
    listFolder({ ...walk, narrow: onlyMatching(pattern), onFile: onMatching }, signal),
  ])
  for (const name of listed) if (matching.has(name) && isShown(folder, name)) into.add(name)
  return { complete: all.complete && found.complete, complaint: found.complaint }
}
