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
  const gathering = gatherEntries(limits)
  const onFile = (name: string): void => {
    if (isShown(folder, name)) gathering.add(name)
  }
  const { complete } = await listFolder({ ripgrep, folder: folder.absolute, onFile }, signal)
  const entries = await Promise.all(gathering.entries.map((entry) => withSize(folder, entry)))
  return { path: folder.path, entries, more: gathering.more, complete }
}

/** A path of the folder as tools write it, from the workspace folder. */
export const pathBelow = (folder: Place, name: string): string =>
  folder.path === '.' ? name : `${folder.path}/${name}`

/** Whether a file may be shown at all. */
export const isShown = (folder: Place, name: string): boolean =>
  !isPrivatePath(pathBelow(folder, name)) && !basename(name).startsWith(UNFINISHED)

/** The entry as tools see it; a file that went away meanwhile has size 0. */
export const withSize = async (folder: Place, { path, kind }: FolderEntry): Promise<FolderEntry> => ({
  path: pathBelow(folder, path),
  kind,
  bytes: kind === 'file' ? await sizeOf(join(folder.absolute, path)) : 0,
})

const sizeOf = (path: string): Promise<number> =>
  lstat(path).then(
    ({ size }) => size,
    () => 0,
  )
