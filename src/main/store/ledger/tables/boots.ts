import type { Database } from 'better-sqlite3'
import type { BootId } from '../../../../shared/ids.ts'

/** Each start of the app; what a row's `boot_id` points at. */
export function bootsTable(db: Database) {
  const add = db.prepare('insert into boots (id, pid, started_at) values (@id, @pid, @now)')
  return { add: (row: { id: BootId; pid: number; now: number }): void => void add.run(row) }
}
