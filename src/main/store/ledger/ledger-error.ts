import { statfsSync } from 'node:fs'
import { asWriteFailure, diskFull } from '../../platform/write-failure.ts'

/** SQLite's codes for a disk that takes no more. */
const FULL = [
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_TRUNCATE',
]

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''

/**
 * A full disk is something that people can mend; other failures of the database pass as they are.
 * @param folder where the ledger is
 */
export const toLedgerError = (thrown: unknown, folder: string): unknown =>
  FULL.includes(codeOf(thrown)) || (codeOf(thrown) === CANNOT_OPEN && hasNoRoom(folder))
    ? diskFull(folder, thrown)
    : asWriteFailure(thrown, folder)

/** What SQLite says of a file that it could not make, whatever the reason. */
const CANNOT_OPEN = 'SQLITE_CANTOPEN'

/** Neither for bytes nor for further files; file systems without a limit for the latter count 0 of 0. */
function hasNoRoom(folder: string): boolean {
  const { bavail, files, ffree } = statfsSync(folder)
  return bavail === 0 || (files > 0 && ffree === 0)
}
