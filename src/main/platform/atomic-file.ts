import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomIds } from './ids.ts'
import { replaceFile } from './replace-file.ts'
import { asWriteFailure } from './write-failure.ts'

/**
 * Replaces a small file of ours that only its owner may read, and makes its folder when it is the first there.
 * After a power cut there is the old text or the new one. One writer per file at a time; that is the caller's part.
 * @throws `disk_full`, `data_unreadable`
 */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await replaceFile(path, { bytes: Buffer.from(text), mode: 0o600, id: randomIds.next('tmp') })
  } catch (failure) {
    throw asWriteFailure(failure, dirname(path))
  }
}
