import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { FileText, Found } from '../../core/tools/ports.ts'
import { pathProblem } from './path-trouble.ts'
import { decodeText, PLAIN, type TextForm } from './text-form.ts'
import type { Place } from './workspace-paths.ts'

/** Largest file that is read or replaced as text: it passes through memory whole. */
const MOST_BYTES = 32 * 1_024 * 1_024

/** Never through a link that came since the path was resolved, nor waiting for a pipe. What a system lacks counts 0. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** A file as it stands on disk, with what is needed to write it again as it was. */
export type LoadedFile = FileText & { readonly form: TextForm; readonly mode: number }

/** Reads a whole file. Whatever is no plain file is refused before anything is read from it. */
export async function loadFile({ absolute, path }: Place): Promise<Found<LoadedFile>> {
  let file: FileHandle
  try {
    file = await open(absolute, OPEN_FLAGS)
  } catch (failure) {
    return { ok: false, problem: pathProblem(failure), similar: [] }
  }
  try {
    const status = await file.stat()
    if (!status.isFile()) return { ok: false, problem: 'not_a_file', similar: [] }
    if (status.size > MOST_BYTES) return { ok: false, problem: 'too_large', similar: [] }
    const bytes = await file.readFile()
    const { text, form } = decodeText(bytes) ?? { text: null, form: PLAIN }
    const mode = status.mode & 0o777
    return { ok: true, value: { path, text, form, mode, bytes: bytes.length, sha256: hashOf(bytes) } }
  } finally {
    await file.close()
  }
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
