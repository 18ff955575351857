import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, readItem } from './folder-items.ts'

/** Where agents lie below a folder or a home. Of two of one name the first counts. */
const PLACES = ['.muster/subagents', '.claude/agents'] as const

/** Agents that are read from one place. */
const MOST_AGENTS = 200

/** Larger files are no agents. */
const MOST_AGENT_BYTES = 65_536

/** A file that describes an agent, as it lies there now. */
export type FoundAgent = {
  /** The file's name without `.md`. */
  readonly id: string
  /** Relative to the base, `/` between parts. */
  readonly path: string
  readonly sha256: string
  /** Null: too large to be one. */
  readonly text: string | null
}

/** Files that describe agents below a base folder; links and folders in it are passed over. Never throws. */
export async function readAgentFiles(base: string): Promise<FoundAgent[]> {
  const found = await Promise.all(PLACES.map((place) => filesIn(base, place)))
  return found.flat()
}

async function filesIn(base: string, place: string): Promise<FoundAgent[]> {
  const names = await readdir(join(base, place)).catch(() => [])
  const files = names.filter((name) => AGENT_NAME.test(name)).sort()
  const read = await Promise.all(
    files.slice(0, MOST_AGENTS).map((name) => readAgent(base, `${place}/${name}`)),
  )
  return read.filter((agent) => agent !== null)
}

/** What can be named in a call and shown in a line. */
const AGENT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}\.md$/u

async function readAgent(base: string, path: string): Promise<FoundAgent | null> {
  const content = await readItem(base, path)
  if (content === null) return null
  const id = path.slice(path.lastIndexOf('/') + 1, -'.md'.length)
  const text = content.length > MOST_AGENT_BYTES ? null : content.toString('utf8')
  return { id, path, sha256: hashOf(content), text }
}
