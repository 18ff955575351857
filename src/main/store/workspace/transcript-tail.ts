import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** What is shown of the end of a transcript, at most. */
const MOST_LINES = 20
const MOST_CHARACTERS = 2_000

/** A line has at most some hundred characters; more than enough for `MOST_CHARACTERS`, whatever they take. */
const TAIL_BYTES = 4 * MOST_CHARACTERS

/**
 * The last lines of a transcript as it stands on disk.
 * @param base the folder whose `.muster` holds it
 * @param path relative to `base`
 * @returns empty when it cannot be read, or when a link on the way leads elsewhere
 */
export async function transcriptTail(base: string, path: string): Promise<string> {
  try {
    const whole = join(await realpath(base), path)
    if ((await realpath(whole)) !== whole) return ''
    return lastLines(await readEnd(whole))
  } catch {
    return '' // evidence that is not there; the journal holds all of it
  }
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return ''
    const bytes = Buffer.alloc(Math.min(stat.size, TAIL_BYTES))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, stat.size - bytes.length)
    const text = bytes.toString('utf8', 0, bytesRead)
    return stat.size > TAIL_BYTES ? text.slice(text.indexOf('\n') + 1) : text
  } finally {
    await file.close()
  }
}

/** Whole lines, as many as fit. */
function lastLines(text: string): string {
  const lines = text.trimEnd().split('\n').slice(-MOST_LINES)
  while (lines.length > 1 && lines.join('\n').length > MOST_CHARACTERS) lines.shift()
  return lines.join('\n').slice(-MOST_CHARACTERS)
}
