import { AppError } from '../../shared/errors.ts'

/** What the system says of a disk, or of somebody's share of it, that takes no more. */
const FULL: readonly string[] = ['ENOSPC', 'EDQUOT']

/** What it says where we may not write. */
const FORBIDDEN: readonly string[] = ['EACCES', 'EPERM', 'EROFS']

const codeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure ? String(failure.code) : ''

export const isDiskFull = (failure: unknown): boolean => FULL.includes(codeOf(failure))

/** What people are told of a full disk. */
export const diskFull = (folder: string, cause: unknown): AppError =>
  new AppError('disk_full', `There is no room left in ${folder}.`, { details: { path: folder }, cause })

/**
 * A place of ours that is full, or may not be written, is something that people can mend: `disk_full`, `data_unreadable`.
 * Every other failure passes as it is.
 */
export function asWriteFailure(failure: unknown, folder: string): unknown {
  if (isDiskFull(failure)) return diskFull(folder, failure)
  if (!FORBIDDEN.includes(codeOf(failure))) return failure
  return new AppError('data_unreadable', `Nothing can be written in ${folder}.`, {
    details: { path: folder },
    cause: failure,
  })
}
