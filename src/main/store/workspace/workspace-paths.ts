import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isControlFile, isSecretFile } from '../../core/permissions/guarded-files.ts'
import { lexicalPath } from '../../core/permissions/lexical-path.ts'
import type { Found, PathProblem } from '../../core/tools/ports.ts'
import { pathProblem, systemCode } from './path-trouble.ts'
import { isPrivatePath } from './private-paths.ts'
import { realFolder } from './real-folder.ts'
import { similarPaths } from './similar-paths.ts'

/** A place inside the folder with all links resolved. */
export type Place = {
  readonly absolute: string
  /** From the folder, `/` between parts, `.` for itself. */
  readonly path: string
  readonly exists: boolean
}

/** Turns what a model calls a path into a place inside one folder, or says why it is none. */
export interface WorkspacePaths {
  /** Absolute, links resolved. */
  readonly root: string
  /** Something that is there. Private paths only where `mayRead` says so. */
  existing(path: string): Promise<Found<Place>>
  /** Something that is there or could be. Never a private path. */
  writable(path: string): Promise<Found<Place>>
  /** The absolute path of a folder, e.g. to run a command in. */
  folder(path: string): Promise<Found<string>>
}

export type WorkspacePathOptions = {
  /** Private paths that this run was given, exactly as it was given them. */
  readonly mayRead: (path: string) => boolean
  /** The folder that holds the private part of `.muster`, where that is not the workspace folder itself. */
  readonly privateBase?: string
}

/** Names that Windows keeps for devices, with any ending. Refused everywhere, since folders travel. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|:|$)/i

/** @throws `folder_missing` when there is no such folder, or it may not be read */
export async function openWorkspacePaths(
  folder: string,
  { mayRead, privateBase }: WorkspacePathOptions,
): Promise<WorkspacePaths> {
  const root = await realFolder(folder)
  const privateRoot = privateBase === undefined ? root : await realpath(privateBase)

  const read = async (asked: string): Promise<Found<Place>> => {
    const named = nameBelow(asked, [root, folder])
    if (!named.ok) return named
    const path = named.value
    if (isPrivatePath(path)) return mayRead(path) ? resolveBelow(privateRoot, path) : refused('private')
    const found = await resolveBelow(root, path)
    if (!found.ok) return found
    if (isPrivatePath(found.value.path)) return refused('private')
    return isSecretFile(found.value.path) && !isSecretFile(path) ? refused('disguised') : found
  }

  const existing = async (asked: string): Promise<Found<Place>> => {
    const found = await read(asked)
    if (!found.ok || found.value.exists) return found
    return { ok: false, problem: 'missing', similar: await similarPaths(root, found.value.absolute) }
  }

  return {
    root,
    existing,
    async writable(asked) {
      const found = await read(asked)
      if (!found.ok) return found
      const named = nameBelow(asked, [root, folder])
      if (named.ok && isPrivatePath(named.value)) return refused('private')
      const disguised = isControlFile(found.value.path) && !(named.ok && isControlFile(named.value))
      return disguised ? refused('disguised') : found
    },
    async folder(asked) {
      const found = await existing(asked)
      if (!found.ok) return found
      const { absolute } = found.value
      return (await isFolder(absolute)) ? { ok: true, value: absolute } : refused('not_a_folder')
    },
  }
}

const refused = (problem: PathProblem): { ok: false; problem: PathProblem; similar: [] } => ({
  ok: false,
  problem,
  similar: [],
})

/** By its letters alone: the path from the folder. An absolute path may name the folder by either of its names. */
function nameBelow(asked: string, roots: readonly string[]): Found<string> {
  const path = process.platform === 'win32' ? asked.replaceAll('\\', '/') : asked
  if (/\0|^[a-z]:|^[\\/]{2}|^$/i.test(path)) return refused('invalid')
  for (const root of roots) {
    const named = lexicalPath(path, root)
    if (named === null) continue
    return named.split('/').some(isUnusable) ? refused('invalid') : { ok: true, value: named }
  }
  return refused('outside')
}

const isUnusable = (part: string): boolean =>
  DEVICE_NAME.test(part) ||
  (process.platform === 'win32' && /[:<>"|?*]|[. ]$/.test(part) && !/^\.+$/.test(part))

/** Follows all links, also those of folders above something that is not there yet. */
async function resolveBelow(root: string, path: string): Promise<Found<Place>> {
  const wanted = join(root, path)
  try {
    return placed(root, await realpath(wanted), true)
  } catch (failure) {
    if (systemCode(failure) !== 'ENOENT') return refused(pathProblem(failure))
  }
  const missing: string[] = []
  for (let above = wanted; ; above = dirname(above)) {
    try {
      return placed(root, join(await realpath(above), ...missing), false)
    } catch (failure) {
      if (systemCode(failure) !== 'ENOENT') return refused(pathProblem(failure))
      if (await isLink(above)) return refused('outside') // it points at nothing, so nobody knows where it will lead
      missing.unshift(above.slice(dirname(above).length).replace(/^[\\/]/, ''))
    }
  }
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (status) => status.isSymbolicLink(),
    () => false,
  )

const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (status) => status.isDirectory(),
    () => false,
  )

function placed(root: string, absolute: string, exists: boolean): Found<Place> {
  const below = relative(root, absolute)
  if (below === '..' || below.startsWith(`..${sep}`) || join(root, below) !== absolute)
    return refused('outside')
  const path = below === '' ? '.' : below.replaceAll(sep, '/')
  return { ok: true, value: { absolute, path, exists } }
}
