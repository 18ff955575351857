import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPrivatePath } from './private-paths.ts'

/** A file that instructs or executes, as it is now. */
export type FoundItem = {
  readonly path: string
  readonly kind: 'instructs' | 'executes'
  readonly bytes: number
  readonly sha256: string
}

/** Where a folder may speak to agents; folders count with everything in them. */
const PLACES = ['AGENTS.md', 'CLAUDE.md', '.mcp.json', '.muster', '.claude', '.agents'] as const

/** Files that are listed; what lies beyond is counted and never used. */
export const MOST_ITEMS = 200

/** Levels below a folder of ours that are looked at. */
const MOST_LEVELS = 6

/** Larger files are no instructions; they are counted and never used. */
const MOST_BYTES = 1_048_576

/** Names under which programs are started without anybody asking for them. */
const EXECUTES =
  /(^|\/)(\.?mcp\.json|settings(\.local)?\.json|hooks)(\/|$)|\.(sh|py|js|mjs|ts|rb|ps1|bat|cmd)$/i

/** Lists what a folder brings that instructs or executes. Links are not followed. Never throws for what it finds. */
export async function listFolderItems(folder: string): Promise<{ items: FoundItem[]; more: number }> {
  const paths = (await Promise.all(PLACES.map((place) => filesAt(folder, place, 0)))).flat()
  const found = await Promise.all(paths.slice(0, MOST_ITEMS).map((path) => itemAt(folder, path)))
  const items = found.filter((item) => item !== null)
  return { items, more: paths.length - items.length }
}

async function filesAt(folder: string, path: string, level: number): Promise<string[]> {
  const there = await lstat(join(folder, path)).catch(() => null)
  if (there?.isFile()) return isPrivatePath(path) || isOwn(path) ? [] : [path]
  if (!there?.isDirectory() || level > MOST_LEVELS || isPrivatePath(path)) return []
  const names = await readdir(join(folder, path)).catch(() => [])
  return (await Promise.all(names.sort().map((name) => filesAt(folder, `${path}/${name}`, level + 1)))).flat()
}

/** What the app writes there itself. */
const isOwn = (path: string): boolean => path === '.muster/.gitignore'

async function itemAt(folder: string, path: string): Promise<FoundItem | null> {
  const content = await readItem(folder, path)
  if (content === null) return null
  const kind = EXECUTES.test(path) ? 'executes' : 'instructs'
  return { path, kind, bytes: content.length, sha256: hashOf(content) }
}

/** The bytes of an item; null when it is gone, a link, or too large to be one. */
export async function readItem(folder: string, path: string): Promise<Buffer | null> {
  const there = await lstat(join(folder, path)).catch(() => null)
  if (!there?.isFile() || there.size > MOST_BYTES) return null
  return readFile(join(folder, path)).catch(() => null)
}

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
