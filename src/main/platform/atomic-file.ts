import { open, rename, rm, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a small file of ours: after a power cut there is the old text or the new one, never half of it.
 *
 * One writer per file at a time; that is the caller's part.
 * @param mode of the new file; 0600 by default
 */
export async function writeFileAtomically(path: string, text: string, mode = 0o600): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`)
  try {
    const file = await open(temporary, 'w', mode)
    try {
      await file.writeFile(text, 'utf8')
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (failure) {
    await rm(temporary, { force: true })
    throw failure
  }
  await syncFolder(folder)
}

/** Makes the new name last, too. Windows cannot open a folder; its file system journals names by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
