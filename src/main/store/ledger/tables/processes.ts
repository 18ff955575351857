import type { Database } from 'better-sqlite3'
import type { BootId, RunId } from '../../../../shared/ids.ts'

/** A process of ours. Its start time tells it from a later one with the same pid. */
export type ProcessRow = {
  readonly pid: number
  readonly startedAt: string
  /** A worker, or a process group that a tool started (`pid` is the group's id). */
  readonly kind: 'worker' | 'group'
  readonly runId: RunId | null
}

/** What runs because of us, so that nothing outlives a crash unnoticed. */
export function processesTable(db: Database) {
  const add = db.prepare(`
    insert into processes (pid, started_at, kind, run_id, boot_id) values (@pid, @startedAt, @kind, @runId, @bootId)
    on conflict do update set run_id = ifnull(excluded.run_id, run_id)`)
  const remove = db.prepare('delete from processes where pid = @pid and kind = @kind')
  const earlier = db.prepare<[string], ProcessRow>(`
    select pid, started_at as "startedAt", kind, run_id as "runId" from processes where boot_id <> ?`)
  const ofRun = db.prepare<[string], ProcessRow>(`
    select pid, started_at as "startedAt", kind, run_id as "runId" from processes where run_id = ?`)
  const forget = db.prepare('delete from processes where boot_id <> ?')
  return {
    add: (row: ProcessRow & { bootId: BootId }): void => void add.run(row),
    remove: (row: Pick<ProcessRow, 'pid' | 'kind'>): void => void remove.run(row),
    ofEarlierBoots: (bootId: BootId): ProcessRow[] => earlier.all(bootId),
    ofRun: (runId: RunId): ProcessRow[] => ofRun.all(runId),
    forgetEarlierBoots: (bootId: BootId): void => void forget.run(bootId),
  }
}
export type ProcessesTable = ReturnType<typeof processesTable>
