import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { asWriteFailure } from '../platform/write-failure.ts'

/**
 * Where everything of a person is kept: what the command line says, else `MUSTER_DATA`, else the system's place.
 * @throws `folder_missing` when it cannot be made, `data_unreadable` when nothing can be written there, `disk_full`
 */
export async function makeDataFolder(
  named: string | null,
  env: NodeJS.ProcessEnv,
  fallback: string,
): Promise<string> {
  const path = resolve(named ?? (env['MUSTER_DATA'] || fallback))
  await makeFolders(path).catch((cause: unknown) => {
    const failure = asWriteFailure(cause, path)
    if (failure instanceof AppError) throw failure
    throw new AppError('folder_missing', `The data folder ${path} cannot be made.`, {
      details: { path },
      cause,
    })
  })
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw new AppError('data_unreadable', `The data folder ${path} cannot be written.`, {
      details: { path },
      cause,
    })
  })
  return path
}

/** Not Node's own recursion: where a file system makes no folders, such as /proc, it never ends. */
async function makeFolders(path: string): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolders(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch(async (failure: unknown) => {
    if (!(await isFolder(path))) throw failure // another start may have been first
  })
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
