import type { Database } from 'better-sqlite3'
import { dirname } from 'node:path'
import type { Clock, Millis } from '../../platform/clock.ts'
import { toLedgerError } from './ledger-error.ts'

/** Longest time that work is held back to share a commit. Source: docs/adr/0003-ledger.md. */
export const GATHER_MS: Millis = 10

/** Commits per `GATHER_MS` that go through at once; beyond them there is load, and work gathers. Source: same ADR. */
export const COMMITS_AT_ONCE = 4

/**
 * Runs `work` inside the next transaction; resolves with its value once that is on disk.
 *
 * It may be run twice, the first time being undone: beside the database it touches nothing.
 */
export type Commit = <T>(work: () => T) => Promise<T>

type Job = {
  readonly work: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}
type Settled = () => void

/**
 * One transaction for all work that arrives together, `synchronous=FULL`.
 *
 * Work that finds the ledger idle is committed at the end of the same turn of the event loop. A job that throws is rolled
 * back alone; a batch that cannot be written (a full disk) fails every job in it, and none of them happened.
 */
export function createGroupCommit(db: Database, clock: Clock): Commit {
  const folder = dirname(db.name)
  const queue: Job[] = []
  const window = { begun: -Infinity, commits: 0 }
  let booked = false

  const inSavepoint = db.transaction((work: () => unknown) => work())
  const runJob = (job: Job): Settled => {
    try {
      const value = inSavepoint(job.work) as never
      return () => job.resolve(value)
    } catch (error) {
      if (!db.inTransaction) throw error // it took the whole batch down: SQLite rolls all of it back when the disk is full
      return () => job.reject(toLedgerError(error, folder))
    }
  }
  const runApart = db.transaction((jobs: readonly Job[]) => jobs.map(runJob))
  const runTogether = db.transaction((jobs: readonly Job[]) =>
    jobs.map(({ work, resolve }): Settled => {
      const value = work() as never
      return () => resolve(value)
    }),
  )
  /** A savepoint costs as much as what it guards, and hardly any job throws: only then is the batch run again with them. */
  const runBatch = (jobs: readonly Job[]): readonly Settled[] => {
    try {
      return runTogether.immediate(jobs)
    } catch {
      return runApart.immediate(jobs)
    }
  }

  function flush(): void {
    booked = false
    window.commits++
    const jobs = queue.splice(0)
    try {
      for (const settle of runBatch(jobs)) settle()
    } catch (error) {
      for (const job of jobs) job.reject(toLedgerError(error, folder))
    }
  }

  function book(): void {
    booked = true
    const sinceBegin = clock.elapsed() - window.begun
    if (sinceBegin >= GATHER_MS) Object.assign(window, { begun: clock.elapsed(), commits: 0 })
    if (window.commits < COMMITS_AT_ONCE) clock.setSoon(flush)
    else clock.setTimer(GATHER_MS - sinceBegin, flush)
  }

  return (work) =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject })
      if (!booked) book()
    })
}
