import type { FolderEntry } from '../../core/tools/ports.ts'

/**
 * The entries of a listing down to `depth`, sorted so that what is in a folder follows it. Folders are known by the
 * files below them: an empty one does not show. Sizes are still 0.
 */
export function folderEntries(paths: readonly string[], depth: number): FolderEntry[] {
  const kinds = new Map<string, FolderEntry['kind']>()
  for (const path of paths) {
    const parts = path.split('/')
    if (parts.length <= depth) kinds.set(path, 'file')
    for (let level = Math.min(depth, parts.length - 1); level > 0; level--)
      kinds.set(parts.slice(0, level).join('/'), 'folder')
  }
  return [...kinds]
    .map(([path, kind]) => ({ path, kind, bytes: 0, order: path.replaceAll('/', '\0') }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ path, kind, bytes }) => ({ path, kind, bytes }))
}
