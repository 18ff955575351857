import { realpath } from 'node:fs/promises'
import { parse, relative, sep } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { realFolder } from './real-folder.ts'

export type FolderRules = {
  /** The user's home folder. */
  readonly home: string
  /** Where the app keeps its own data. */
  readonly dataFolder: string
}

/**
 * Whether a folder may be a workspace.
 * @returns its real path
 * @throws AppError `folder_missing` (gone, no folder, or not readable), `folder_refused` with `details.reason`
 */
export async function checkFolder(path: string, { home, dataFolder }: FolderRules): Promise<string> {
  const folder = await realFolder(path)
  const refuse = (reason: string): never => {
    throw new AppError('folder_refused', `${folder} may not be a workspace (${reason}).`, {
      details: { path: folder, reason },
    })
  }
  if (parse(folder).root === folder) return refuse('root')
  if (contains(folder, await realOr(home))) return refuse('home')
  if (contains(await realOr(dataFolder), folder)) return refuse('data')
  return folder
}

/** A folder that is not there yet is compared by its letters. */
const realOr = (path: string): Promise<string> => realpath(path).catch(() => path)

/** True also for the folder itself. */
function contains(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return below === '' || (below !== '..' && !below.startsWith(`..${sep}`) && parse(below).root === '')
}
