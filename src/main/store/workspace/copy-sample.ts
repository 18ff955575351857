import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemCode } from './path-trouble.ts'

/**
 * Puts the files of a folder that ships with the app where a person may change them; what is there already stays.
 * File by file: the folder may lie inside the package's archive.
 * @returns the real path of the copy
 * @throws what the system says
 */
export async function copySample(from: string, to: string): Promise<string> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const target = join(to, path.slice(from.length))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, await readFile(path), { flag: 'wx' }).catch((failure: unknown) => {
      if (systemCode(failure) !== 'EEXIST') throw failure
    })
  }
  return realpath(to)
}
