import type { Database } from 'better-sqlite3'
import { z } from 'zod'

/** What a person said about a folder, and the SHA-256 by path of what was shown. */
export type FolderTrustRow = {
  readonly folder: string
  readonly trusted: boolean
  readonly hashes: Readonly<Record<string, string>>
}

const Hashes = z.record(z.string(), z.string())

export function folderTrustTable(db: Database) {
  const put = db.prepare(`
    insert into folder_trust (folder, trusted, hashes, decided_at) values (@folder, @trusted, @hashes, @now)
    on conflict (folder) do update set trusted = @trusted, hashes = @hashes, decided_at = @now`)
  const one = db.prepare<[string], { trusted: number; hashes: string }>(
    'select trusted, hashes from folder_trust where folder = ?',
  )
  return {
    /** The newest answer holds. */
    put: ({ folder, trusted, hashes }: FolderTrustRow, now: number): void =>
      void put.run({ folder, trusted: Number(trusted), hashes: JSON.stringify(hashes), now }),
    find(folder: string): FolderTrustRow | undefined {
      const row = one.get(folder)
      return row && { folder, trusted: row.trusted === 1, hashes: Hashes.parse(JSON.parse(row.hashes)) }
    },
  }
}
