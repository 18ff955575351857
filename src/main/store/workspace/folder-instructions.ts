import { hashOf, readItem } from './folder-items.ts'

/** The first that is there and accepted speaks for the folder. */
const FILES = ['AGENTS.md', 'CLAUDE.md'] as const

/** Bytes that reach a prompt; the rest is left out, and that is said. Source: design, what a prompt bears. */
export const MOST_INSTRUCTION_BYTES = 32_768

/**
 * What a folder tells agents, ready for a prompt; null when it says nothing that was accepted.
 *
 * The very bytes that are used are held against what a person accepted: a file that changed meanwhile says nothing.
 * @param accepted SHA-256 by path
 */
export async function readInstructions(
  folder: string,
  accepted: Readonly<Record<string, string>>,
): Promise<string | null> {
  for (const path of FILES) {
    const content = await readItem(folder, path)
    if (content === null) continue
    const hash = hashOf(content)
    return accepted[path] === hash ? fenced(path, content, hash) : null
  }
  return null
}

/** Between two lines that the text cannot hold, since they are made of its own hash; alike each time, for caches. */
function fenced(path: string, content: Buffer, hash: string): string {
  const isLong = content.length > MOST_INSTRUCTION_BYTES
  const text = content.subarray(0, MOST_INSTRUCTION_BYTES).toString('utf8').trimEnd()
  const boundary = `--- ${hash.slice(0, 16)}`
  return [
    `What this folder asks of agents, from ${path}, between the two lines alike. The user has accepted it; where it`,
    'disagrees with the text above or with the user, those hold.',
    boundary,
    isLong ? `${text}\n[cut here: the file is longer than ${MOST_INSTRUCTION_BYTES} bytes]` : text,
    `${boundary}\n`,
  ].join('\n')
}
