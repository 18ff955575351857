import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BootId } from '../../src/shared/ids.ts'
import { systemClock } from '../../src/main/platform/clock.ts'
import { randomIds } from '../../src/main/platform/ids.ts'
import { openLedger, type Ledger } from '../../src/main/store/ledger/open-ledger.ts'
import type { RunRow } from '../../src/main/store/ledger/tables/runs.ts'
import { addConversation, addRuns, setToWork } from '../../src/main/testing/ledger-rows.ts'
import { createManualClock } from '../../src/main/testing/manual-clock.ts'
import type { Benchmark } from './benchmark.ts'

const RUNS = 200
/** Each sends every run to `waiting` and back, in one commit each way. */
const TURNS = 20

/** Transitions a second, on disk, of runs that all change their state at once. */
export const transitions: Benchmark = {
  name: 'ledger transitions, 200 to a commit',
  beside: 'SQLite, the same rows in as many commits',
  unit: '/s',
  rounds: 7,
  goals: [{ of: 'ratio', atLeast: 0.8 }],
  async setUp() {
    const dataFolder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
    const bootId = BootId.parse(randomIds.next('boot'))
    const ledger = openLedger({
      dataFolder,
      bootId,
      pid: process.pid,
      clock: systemClock,
      ids: randomIds,
      priceOf: () => null,
    })
    const place = { ledger, ids: randomIds, clock: createManualClock() }
    const conversation = await addConversation(place)
    const queued = await addRuns(place, conversation, { tasks: RUNS })
    const runs = await Promise.all(queued.map((run) => setToWork(ledger, run)))
    const db = new Database(join(dataFolder, 'ledger.db'))
    db.pragma('synchronous = full')
    return {
      ours: async () => perSecond(() => withLedger(ledger, runs)),
      bare: async () => perSecond(() => withSqlite(db, bootId, runs)),
      async [Symbol.asyncDispose]() {
        db.close()
        await ledger[Symbol.asyncDispose]()
        rmSync(dataFolder, { recursive: true })
      },
    }
  },
}

async function perSecond(work: () => void | Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (RUNS * TURNS * 2 * 1_000) / (performance.now() - start)
}

async function withLedger({ delegations }: Ledger, runs: readonly RunRow[]): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    for (const move of [delegations.setWaiting, delegations.resume]) {
      const moved = await Promise.all(runs.map(move))
      if (moved.includes(false)) throw new Error('A run was not where it should be.')
    }
  }
}

function withSqlite(db: Database.Database, bootId: string, runs: readonly RunRow[]): void {
  const move = db.prepare(
    `update delegation_runs set state = ? where id = ? and attempt = ? and boot_id = ? and state = ?`,
  )
  const moveAll = db.transaction((from: string, to: string) => {
    for (const { id, attempt } of runs) move.run(to, id, attempt, bootId, from)
  })
  for (let turn = 0; turn < TURNS; turn++) {
    moveAll.immediate('running', 'waiting')
    moveAll.immediate('waiting', 'running')
  }
}
