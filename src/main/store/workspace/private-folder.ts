import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from './path-trouble.ts'
import { PRIVATE_PARTS } from './private-paths.ts'

/** Keeps what is private out of version control. */
const IGNORED = PRIVATE_PARTS.map((part) => `/${part}\n`).join('')

/**
 * Makes a private folder in `.muster` of `base`, readable by its owner alone, and `.muster` with its ignore file when
 * this is the first write there.
 * @param parts e.g. `delegations` and an id
 * @returns its absolute path
 * @throws what the system says, or when a link on the way leads elsewhere
 */
export async function makePrivateFolder(base: string, ...parts: readonly string[]): Promise<string> {
  let folder = await makeFolder(join(await realpath(base), '.muster'), 0o755)
  await writeFile(join(folder, '.gitignore'), IGNORED, { flag: 'wx' }).catch((failure: unknown) => {
    if (systemCode(failure) !== 'EEXIST') throw failure
  })
  for (const part of parts) folder = await makeFolder(join(folder, part), 0o700)
  return folder
}

async function makeFolder(path: string, mode: number): Promise<string> {
  await mkdir(path, { recursive: true, mode })
  if ((await realpath(path)) !== path) throw new Error(`${path} is a link`)
  return path
}
