import { posix } from 'node:path'

/**
 * What a model's path names below `folder`, by its letters alone: relative, `/` between parts, `.` for the folder
 * itself. Null when it leads out, or is no path that all systems read alike (NUL, drive letters, UNC).
 *
 * Links are not followed here; whoever opens the file does that.
 * @param folder absolute, or empty when there is none; an absolute path inside it is taken as a relative one
 */
export function lexicalPath(path: string, folder: string): string | null {
  if (path === '' || path.includes('\0') || /^[a-z]:/i.test(path) || /^[\\/]{2}/.test(path)) return null
  if (folder === '' && posix.isAbsolute(path)) return null
  const inside = posix.isAbsolute(path) ? posix.relative(toPosix(folder), posix.normalize(path)) : path
  const normal = posix.normalize(inside === '' ? '.' : inside).replace(/(?<=.)\/$/, '')
  return normal === '..' || normal.startsWith('../') ? null : normal
}

const toPosix = (path: string): string => path.replaceAll('\\', '/')
