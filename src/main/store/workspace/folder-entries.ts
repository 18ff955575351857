import type { FolderEntry } from '../../core/tools/ports.ts'

export type ListingLimits = { readonly depth: number; readonly limit: number }

/** Gathers the first entries of a listing and counts the others. */
export interface EntryGathering {
  /** Files must come in order, all of one folder together. */
  add(path: string): void
  /** Sizes are still 0. */
  readonly entries: readonly FolderEntry[]
  readonly more: number
}

/**
 * The entries of a listing down to `depth`: files, and the folders above them, each folder before what is in it. An empty
 * folder does not show.
 */
export function gatherEntries({ depth, limit }: ListingLimits): EntryGathering {
  const entries: FolderEntry[] = []
  let more = 0
  let above: readonly string[] = []
  const count = (path: string, kind: FolderEntry['kind']): void => {
    if (entries.length < limit) entries.push({ path, kind, bytes: 0 })
    else more += 1
  }
  return {
    entries,
    get more() {
      return more
    },
    add(path) {
      const folders = path.split('/').slice(0, -1)
      const shared = folders.findIndex((name, level) => name !== above[level])
      if (shared >= 0)
        for (let level = shared; level < Math.min(depth, folders.length); level++)
          count(folders.slice(0, level + 1).join('/'), 'folder')
      if (folders.length < depth) count(path, 'file')
      above = folders
    },
  }
}
