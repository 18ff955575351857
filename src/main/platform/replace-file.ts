import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type NewFile = {
  readonly bytes: Uint8Array
  /** Permission bits, exactly these; null: those that the system gives a new file. */
  readonly mode: number | null
  /** Names the file beside it that is written first; new for each call. */
  readonly id: string
}

/** Begins the names of files that are being written; listings leave them out. */
export const UNFINISHED = '.muster-writing-'

/**
 * Puts new bytes in the place of a file, so that there is always the old file or the new one, also after a power cut.
 * In a folder that others can write to: nothing that was planted there is followed or overwritten on the way.
 * @throws what the system says; the old file is then untouched and nothing is left beside it
 */
export async function replaceFile(path: string, { bytes, mode, id }: NewFile): Promise<void> {
  const unfinished = join(dirname(path), `${UNFINISHED}${id}`)
  const file = await open(unfinished, 'wx', mode === null ? 0o666 : 0o600)
  try {
    await fill(file, bytes, mode)
    await rename(unfinished, path)
  } catch (failure) {
    await rm(unfinished, { force: true })
    throw failure
  }
  await keepName(dirname(path))
}

async function fill(file: FileHandle, bytes: Uint8Array, mode: number | null): Promise<void> {
  try {
    await file.writeFile(bytes)
    if (mode !== null) await file.chmod(mode)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the new name last. Some systems cannot open a folder or sync it; the file itself is whole all the same. */
async function keepName(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
