import type { Database } from 'better-sqlite3'
import { AppError } from '../../../shared/errors.ts'
import { initial } from './migrations/0001-initial.ts'
import { demo } from './migrations/0002-demo.ts'
import { folderTrust } from './migrations/0003-folder-trust.ts'
import { guards } from './migrations/0005-guards.ts'
import { agents } from './migrations/0006-agents.ts'
import { estimates } from './migrations/0007-estimates.ts'

/** In order; the number of those applied is kept in `user_version`. */
const MIGRATIONS: readonly string[] = [initial, demo, folderTrust, guards, agents, estimates]

/** Marks the file as ours (`MSTR`), so that another program's database is refused, not migrated. */
const APPLICATION_ID = 0x4d535452

/**
 * Looks at a database before anything is written to it.
 * @throws `data_newer` when a newer version wrote it, `data_unreadable` when it is somebody else's
 */
export function assertOurs(db: Database): void {
  const version = db.pragma('user_version', { simple: true }) as number
  const owner = db.pragma('application_id', { simple: true }) as number
  const isNew = owner === 0 && version === 0 && isEmpty(db)
  if (owner !== APPLICATION_ID && !isNew) {
    throw new AppError('data_unreadable', 'This database was not made by Muster.', {
      details: { path: db.name, reason: '' },
    })
  }
  if (version > MIGRATIONS.length) {
    throw new AppError('data_newer', 'A newer version of Muster wrote this database.', {
      details: { path: db.name, version, known: MIGRATIONS.length },
    })
  }
}

const isEmpty = (db: Database): boolean => db.prepare('select 1 from sqlite_schema').get() === undefined

/** Brings a database of ours to this version, all or nothing. */
export function migrate(db: Database): void {
  const version = db.pragma('user_version', { simple: true }) as number
  db.transaction(() => {
    for (const sql of MIGRATIONS.slice(version)) db.exec(sql)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${MIGRATIONS.length}`)
  }).immediate()
}
