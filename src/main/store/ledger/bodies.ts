import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ids } from '../../platform/ids.ts'

/** Content above this many UTF-8 bytes keeps its body in a file. Source: docs/adr/0003-ledger.md. */
export const LARGEST_ROW_BYTES = 256 * 1024

/** Large contents of entries, one file each, named after what is in it. Never changed, hence never wrong. */
export interface Bodies {
  /** Resolves with the content's SHA-256 when the file and its folder are on disk. */
  keep(content: string): Promise<string>
  read(sha256: string): string
}

export function openBodies(folder: string, ids: Ids): Bodies {
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)
  return {
    async keep(content) {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const path = pathOf(sha256)
      if (await exists(path)) return sha256
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      const temporary = `${path}.${ids.next('tmp')}`
      await writeSynced(temporary, content)
      await rename(temporary, path)
      await syncFolder(join(path, '..'))
      return sha256
    },
    read: (sha256) => readFileSync(pathOf(sha256), 'utf8'),
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function writeSynced(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is only safe from a power cut when the folder itself is synced; Windows cannot and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
