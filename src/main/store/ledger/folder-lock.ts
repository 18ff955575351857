import Database from 'better-sqlite3'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'

/**
 * Takes the data folder for this process alone.
 *
 * An open exclusive transaction on a database of its own is a lock of the system's: it ends with the process, however that
 * ends, so there is no stale lock to reason about.
 * @throws `data_in_use` when another process holds it
 */
export function lockFolder(dataFolder: string): Disposable {
  const db = new Database(join(dataFolder, 'lock.db'), { timeout: 0 })
  try {
    db.exec('begin exclusive')
  } catch (error) {
    db.close()
    throw new AppError('data_in_use', 'Another Muster uses this data folder.', {
      details: { path: dataFolder },
      cause: error,
    })
  }
  return { [Symbol.dispose]: () => db.close() }
}
