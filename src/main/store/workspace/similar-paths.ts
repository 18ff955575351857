import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { nearestNames } from '../../core/tools/nearest-names.ts'
import { isPrivatePath } from './private-paths.ts'

/** Names of one folder that are looked at. */
const MOST_NAMES = 5_000

/** Paths that are there and resemble one that is not: neighbours of its first part that is missing. */
export async function similarPaths(root: string, missing: string): Promise<string[]> {
  for (let wanted = missing; wanted.startsWith(`${root}${sep}`); wanted = dirname(wanted)) {
    const folder = dirname(wanted)
    const names = await readdir(folder).catch(() => null)
    if (names === null) continue
    return nearestNames(basename(wanted), names.slice(0, MOST_NAMES))
      .map((name) => relative(root, join(folder, name)).replaceAll(sep, '/'))
      .filter((path) => !isPrivatePath(path))
  }
  return []
}
