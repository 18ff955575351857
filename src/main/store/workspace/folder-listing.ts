import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FolderEntry, FolderListing } from '../../core/tools/ports.ts'
import { gatherEntries, type ListingLimits } from './folder-entries.ts'
import { listFolder } from './list-folder.ts'
import { isPrivatePath } from './private-paths.ts'
import { UNFINISHED } from '../../platform/replace-file.ts'
import type { Place } from './workspace-paths.ts'

export type ListingRequest = {
  readonly ripgrep: string
  readonly folder: Place
  readonly limits: ListingLimits
}

/** What is in a folder: nothing private, nothing unfinished, with the sizes of what is shown. */
export async function folderListing(
  { ripgrep, folder, limits }: ListingRequest,
  signal: AbortSignal,
): Promise<FolderListing> {
  const below = (name: string): string => (folder.path === '.' ? name : `${folder.path}/${name}`)
  const gathering = gatherEntries(limits)
  const onFile = (name: string): void => {
    if (!isPrivatePath(below(name)) && !basename(name).startsWith(UNFINISHED)) gathering.add(name)
  }
  const complete = await listFolder({ ripgrep, folder: folder.absolute, onFile }, signal)
  const entries = gathering.entries.map(async (entry): Promise<FolderEntry> => ({
    ...entry,
    path: below(entry.path),
    bytes: entry.kind === 'file' ? await sizeOf(join(folder.absolute, entry.path)) : 0,
  }))
  return { path: folder.path, entries: await Promise.all(entries), more: gathering.more, complete }
}

/** 0 for a file that went away meanwhile. */
const sizeOf = (path: string): Promise<number> =>
  lstat(path).then(
    ({ size }) => size,
    () => 0,
  )
