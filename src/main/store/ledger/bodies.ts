import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Ids } from '../../platform/ids.ts'
import { asWriteFailure } from '../../platform/write-failure.ts'
import { replaceFile } from '../../platform/replace-file.ts'

/** Content above this many UTF-8 bytes keeps its body in a file. Source: docs/adr/0003-ledger.md. */
export const LARGEST_ROW_BYTES = 256 * 1024

/** Large contents of entries, and images, one file each, named after what is in it. Never changed, hence never wrong. */
export interface Bodies {
  /** Resolves with the content's SHA-256 when the file and its folder are on disk. Fails with `disk_full`. */
  keep(content: string | Buffer): Promise<string>
  read(sha256: string): string
  readBytes(sha256: string): Buffer
}

export function openBodies(folder: string, ids: Ids): Bodies {
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)
  return {
    async keep(content) {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const path = pathOf(sha256)
      if (await exists(path)) return sha256
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await replaceFile(path, { bytes: Buffer.from(content), mode: 0o600, id: ids.next('body') })
      } catch (failure) {
        throw asWriteFailure(failure, dirname(folder))
      }
      return sha256
    },
    read: (sha256) => readFileSync(pathOf(sha256), 'utf8'),
    readBytes: (sha256) => readFileSync(pathOf(sha256)),
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
