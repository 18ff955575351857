import { AppError } from '../../../shared/errors.ts'

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

/** A full disk is something that people can mend; other failures of the database pass as they are. */
export function toLedgerError(thrown: unknown): unknown {
  if (!FULL.includes(codeOf(thrown))) return thrown
  return new AppError('disk_full', 'The ledger could not be written: the disk is full.', { cause: thrown })
}
