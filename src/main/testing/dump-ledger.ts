import Database from 'better-sqlite3'
import { join } from 'node:path'

/** Moves by itself while a run works, and says nothing of what the run did. */
const LIVELY = ['last_seen_at']

/** All rows of all tables of a ledger, so that two moments can be compared. */
export function dumpLedger(dataFolder: string): Record<string, unknown[]> {
  const db = new Database(join(dataFolder, 'ledger.db'), { readonly: true })
  try {
    const tables = db
      .prepare<[], { name: string }>(`select name from sqlite_schema where type = 'table' order by name`)
      .all()
    return Object.fromEntries(
      tables.map(({ name }) => [name, db.prepare(`select * from "${name}"`).all().map(withoutLively)]),
    )
  } finally {
    db.close()
  }
}

const withoutLively = (row: unknown): unknown =>
  Object.fromEntries(Object.entries(row as object).filter(([column]) => !LIVELY.includes(column)))
