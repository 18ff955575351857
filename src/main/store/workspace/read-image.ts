import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { EntryImage, ImageType } from '../../../shared/entry.ts'
import { isSecretFile } from '../../core/permissions/guarded-files.ts'
import type { PathProblem } from '../../core/tools/ports.ts'
import { hashOf } from './load-file.ts'
import { pathProblem } from './path-trouble.ts'
import type { WorkspacePaths } from './workspace-paths.ts'

/** An image as it is now, whole. */
export type LoadedImage = EntryImage & { readonly content: Buffer }

/** `guarded`: a person would have to approve that it is read. */
export type ImageProblem = PathProblem | 'guarded' | 'not_an_image'

/** Larger ones are refused by those who would have to look at them. */
export const MOST_IMAGE_BYTES = 5 * 1_024 * 1_024

/** Never through a link that came since the path was resolved, nor waiting for a pipe. What a system lacks counts 0. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Reads an image of the folder; whether it is one says its content, not its name. */
export async function readImage(paths: WorkspacePaths, asked: string): Promise<LoadedImage | ImageProblem> {
  const place = await paths.existing(asked)
  if (!place.ok) return place.problem
  const { absolute, path } = place.value
  if (isSecretFile(path)) return 'guarded'
  const content = await readPlainFile(absolute)
  if (typeof content === 'string') return content
  const type = typeOf(content)
  return type === null
    ? 'not_an_image'
    : { path, type, bytes: content.length, sha256: hashOf(content), content }
}

async function readPlainFile(path: string): Promise<Buffer | PathProblem> {
  let file: FileHandle
  try {
    file = await open(path, OPEN_FLAGS)
  } catch (failure) {
    return pathProblem(failure)
  }
  try {
    const status = await file.stat()
    if (!status.isFile()) return 'not_a_file'
    return status.size > MOST_IMAGE_BYTES ? 'too_large' : await file.readFile()
  } finally {
    await file.close()
  }
}

/** By the first bytes, as browsers do. */
function typeOf(content: Buffer): ImageType | null {
  const begins = (text: string, at = 0): boolean =>
    content.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins('\xff\xd8\xff')) return 'image/jpeg'
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif'
  return begins('RIFF') && begins('WEBP', 8) ? 'image/webp' : null
}
