import Database from 'better-sqlite3'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { toLedgerError } from './ledger-error.ts'

/**
 * Takes the data folder for this process alone.
 *
 * An open exclusive transaction on a database of its own is a lock of the system's: it ends with the process, however that
 * ends, so there is no stale lock to reason about.
 * @throws `data_in_use` when another process holds it, `disk_full`, `data_unreadable` when the folder cannot hold a lock
 */
export function lockFolder(dataFolder: string): Disposable {
  try {
    const db = new Database(join(dataFolder, 'lock.db'), { timeout: 0 })
    return lock(db)
  } catch (error) {
    const failure = toLedgerError(error, dataFolder)
    if (failure instanceof AppError) throw failure
    const isHeld = error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY'
    const message = isHeld ? 'Another Muster uses this data folder.' : 'The data folder cannot be locked.'
    throw new AppError(isHeld ? 'data_in_use' : 'data_unreadable', message, {
      details: { path: dataFolder, reason: error instanceof Error ? error.message : '' },
      cause: error,
    })
  }
}

function lock(db: Database.Database): Disposable {
  try {
    db.exec('begin exclusive')
    return { [Symbol.dispose]: () => void db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}
