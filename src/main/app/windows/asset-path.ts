import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PAGE_URL, pageOrigin } from './page-origin.ts'

/** A file that may be served, or the HTTP status that says why none is. */
export type Asset = { readonly path: string } | { readonly status: 400 | 404 }

const REFUSED: Asset = { status: 400 }
const MISSING: Asset = { status: 404 }

/**
 * Finds the file below `root` that a page's URL names.
 *
 * What could mean another place is refused rather than made good: dots, backslashes, drive letters, NUL, escapes of
 * escapes, empty names. Links are followed and what they name must lie below `root` as well.
 */
export async function findAsset(root: string, url: string): Promise<Asset> {
  if (pageOrigin(url) !== pageOrigin(PAGE_URL)) return REFUSED
  const names = namesIn(url)
  if (names === null) return REFUSED
  try {
    const path = await realpath(join(root, ...names))
    if (!path.startsWith((await realpath(root)) + sep)) return REFUSED
    return (await stat(path)).isFile() ? { path } : MISSING
  } catch {
    return MISSING
  }
}

/** The parts of the path as they are written, so that no parser has cleaned them up before they are looked at. */
function namesIn(url: string): string[] | null {
  const written = /^[^:]+:\/\/[^/?#]*\/?([^?#]*)/.exec(url)?.[1] ?? ''
  const names = written.split('/').map(decode)
  return names.every((name) => name !== null && isPlainName(name)) ? (names as string[]) : null
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

const isPlainName = (name: string): boolean => name !== '' && !/^\.+$|[/\\:%\0]/.test(name)
