import { createRequire } from 'node:module'
import { join } from 'node:path'

/** SQLite's own words, without the app's code: what judges must not be what is judged. */
export type Database = {
  prepare(sql: string): { all(...values: unknown[]): unknown[] }
  pragma(words: string): unknown
  close(): void
}
const openDatabase = createRequire(import.meta.url)('better-sqlite3') as new (
  path: string,
  options: { readonly: boolean },
) => Database

/** Reads a data folder's ledger, whoever has it open. */
export function readingLedger<T>(data: string, read: (db: Database) => T): T {
  const db = new openDatabase(join(data, 'ledger.db'), { readonly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

export const rowsOf = <T>(db: Database, sql: string): T[] => db.prepare(sql).all() as T[]
