import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import type { Logger } from '../../platform/logger.ts'

/** Encrypted keys on disk, one an origin. Nobody but the owner can read the file, and it holds ciphertexts alone. */
export interface KeyFile {
  get(origin: string): Buffer | null
  /** Null forgets it. Resolves when the file says so. */
  set(origin: string, ciphertext: Buffer | null): Promise<void>
}

const Contents = z.object({ version: z.literal(1), keys: z.record(z.string(), z.base64()) })

export async function openKeyFile(path: string, logger: Logger): Promise<KeyFile> {
  let keys = new Map(await readKeys(path, logger))
  let writing: Promise<unknown> = Promise.resolve()

  async function write(origin: string, ciphertext: Buffer | null): Promise<void> {
    const next = new Map(keys)
    if (ciphertext) next.set(origin, ciphertext.toString('base64'))
    else if (!next.delete(origin)) return
    await writeFileAtomically(path, JSON.stringify({ version: 1, keys: Object.fromEntries(next) }))
    keys = next
  }

  return {
    get(origin) {
      const ciphertext = keys.get(origin)
      return ciphertext === undefined ? null : Buffer.from(ciphertext, 'base64')
    },
    set(origin, ciphertext) {
      const written = writing.then(() => write(origin, ciphertext))
      writing = written.catch(() => undefined)
      return written
    },
  }
}

/** A file that cannot be read costs its keys, which the person can give again; it stops nothing else. */
async function readKeys(path: string, logger: Logger): Promise<[string, string][]> {
  try {
    return Object.entries(Contents.parse(JSON.parse(await readFile(path, 'utf8'))).keys)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing) logger.error('keys.unreadable', { path, error })
    return []
  }
}
