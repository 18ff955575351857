import { opendir, realpath } from 'node:fs/promises'
import { AppError } from '../../../shared/errors.ts'
import { systemCode } from './path-trouble.ts'

/**
 * The path of a folder with its links resolved.
 * @throws `folder_missing` when it is gone, no folder, or may not be read
 */
export async function realFolder(path: string): Promise<string> {
  try {
    const folder = await realpath(path)
    const opened = await opendir(folder)
    await opened.close()
    return folder
  } catch (cause) {
    throw new AppError('folder_missing', `${path} cannot be used (${systemCode(cause)}).`, {
      details: { path },
      cause,
    })
  }
}
