import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FolderEntry, FolderListing } from '../../core/tools/ports.ts'
import { folderEntries } from './folder-entries.ts'
import type { FileNames } from './list-folder.ts'
import { isPrivatePath } from './private-paths.ts'
import { UNFINISHED } from './replace-file.ts'
import type { Place } from './workspace-paths.ts'

export type ListingLimits = { readonly depth: number; readonly limit: number }

/** What a listing shows of the files found in `folder`: nothing private, nothing unfinished, sizes of what is shown. */
export async function folderListing(
  folder: Place,
  names: FileNames,
  { depth, limit }: ListingLimits,
): Promise<FolderListing> {
  const below = (name: string): string => (folder.path === '.' ? name : `${folder.path}/${name}`)
  const visible = names.paths.filter(
    (name) => !isPrivatePath(below(name)) && !basename(name).startsWith(UNFINISHED),
  )
  const all = folderEntries(visible, depth)
  const shown = all.slice(0, limit).map(async (entry): Promise<FolderEntry> => ({
    ...entry,
    path: below(entry.path),
    bytes: entry.kind === 'file' ? await sizeOf(join(folder.absolute, entry.path)) : 0,
  }))
  return {
    path: folder.path,
    entries: await Promise.all(shown),
    more: Math.max(0, all.length - limit),
    complete: names.complete,
  }
}

/** 0 for a file that went away meanwhile. */
const sizeOf = (path: string): Promise<number> =>
  lstat(path).then(
    ({ size }) => size,
    () => 0,
  )
