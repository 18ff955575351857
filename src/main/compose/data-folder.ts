import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '../../shared/errors.ts'

/** Where everything of a person is kept: what the command line says, else `MUSTER_DATA`, else the system's place. */
export async function makeDataFolder(
  named: string | null,
  env: NodeJS.ProcessEnv,
  fallback: string,
): Promise<string> {
  const path = resolve(named ?? (env['MUSTER_DATA'] || fallback))
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return path
  } catch (cause) {
    throw new AppError('folder_missing', `The data folder ${path} cannot be made.`, {
      details: { path },
      cause,
    })
  }
}
