import { spawn } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../fixtures/places.ts'
import type { Random } from './batch.ts'
import { readingLedger, rowsOf } from './reading-ledger.ts'
import { canMount, kill, workersOf, type MainProcess, type Stage } from './stage.ts'

export type Injury = {
  readonly stage: Stage
  readonly main: MainProcess
  readonly random: Random
  /** The full length of what the short run shortens. */
  readonly isLong: boolean
}

export type Fault = {
  readonly name: string
  /** Whatever was asked for comes about all the same: nobody was killed, things only took longer. */
  readonly sparesWork?: true
  /** Needs a disk that can be filled. */
  readonly onSmallDisk?: true
  /** How far the clock has moved when the app starts again. */
  readonly clockMoves?: (random: Random) => number
  /** Done at a moment of a batch. Resolves when it is over, with whether there was something to strike; main may be gone then. */
  readonly strike: (injury: Injury) => Promise<boolean>
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const HOUR = 3_600_000

/** One worker of those that have a run, or one of all where none has; undefined when there is none. */
function someWorker({ stage, main, random }: Injury): number | undefined {
  const all = workersOf(main.pid)
  const atWork = readingLedger(stage.data, (db) =>
    rowsOf<{ pid: number }>(db, "select pid from processes where kind = 'worker' and run_id is not null"),
  )
  const busy = all.filter((pid) => atWork.some((each) => each.pid === pid))
  const workers = busy.length > 0 ? busy : all
  return workers[random.below(workers.length)]
}

async function killMain({ main }: Injury): Promise<boolean> {
  kill(main.pid, 'SIGKILL')
  await main.gone
  return true
}

function signalWorker(injury: Injury, signal: NodeJS.Signals): number | undefined {
  const worker = someWorker(injury)
  if (worker !== undefined) kill(worker, signal)
  return worker
}

const strikeWorker = (injury: Injury, signal: NodeJS.Signals): boolean =>
  signalWorker(injury, signal) !== undefined

/** Another program holds the ledger and lets nobody write. */
async function lockLedger({ stage, random }: Injury): Promise<boolean> {
  const hold = `
    const db = new (require(process.argv[1]))(process.argv[2])
    db.exec('begin immediate')
    setTimeout(() => db.exec('rollback'), Number(process.argv[3]))`
  const forMs = 200 + random.below(3_000)
  const args = [
    '-e',
    hold,
    join(ROOT, 'node_modules/better-sqlite3'),
    join(stage.data, 'ledger.db'),
    String(forMs),
  ]
  const holder = spawn(process.execPath, args, { stdio: 'ignore', cwd: '/' })
  await new Promise((resolve) => holder.once('exit', resolve))
  return true
}

/** Takes all the room that is left, for a while. */
async function fillDisk({ stage, random }: Injury): Promise<boolean> {
  const file = join(stage.data, 'filler')
  const { bavail, bsize } = statfsSync(stage.data)
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize))
  } catch {
    // the app was faster and took some; what fitted is there
  }
  await wait(300 + random.below(1_500))
  rmSync(file, { force: true })
  return true
}

export const FAULTS: readonly Fault[] = [
  { name: 'kill main', strike: killMain },
  {
    name: 'kill main twice',
    async strike(injury) {
      await killMain(injury)
      const again = await injury.stage.start()
      await wait(injury.random.below(900))
      return killMain({ ...injury, main: again })
    },
  },
  { name: 'kill a worker', strike: async (injury) => strikeWorker(injury, 'SIGKILL') },
  {
    name: 'stop a worker for a while',
    sparesWork: true,
    async strike(injury) {
      const worker = signalWorker(injury, 'SIGSTOP')
      await wait(injury.random.below(1_500))
      if (worker !== undefined) kill(worker, 'SIGCONT')
      return worker !== undefined
    },
  },
  {
    name: 'kill main while a worker is stopped',
    async strike(injury) {
      const isStopped = strikeWorker(injury, 'SIGSTOP')
      await wait(injury.random.below(200))
      await killMain(injury)
      return isStopped
    },
  },
  {
    name: 'let the machine sleep',
    sparesWork: true,
    async strike({ main, stage, random, isLong }) {
      const all = stage.alive()
      for (const pid of all) kill(pid, 'SIGSTOP')
      await wait(isLong ? 60_000 : random.below(2_000))
      for (const pid of [...all, main.pid]) kill(pid, 'SIGCONT')
      return true
    },
  },
  {
    name: 'let main alone sleep',
    sparesWork: true,
    async strike({ main, random, isLong }) {
      kill(main.pid, 'SIGSTOP')
      await wait(isLong ? 60_000 : random.below(2_000))
      kill(main.pid, 'SIGCONT')
      return true
    },
  },
  { name: "cut a worker's line", strike: async (injury) => strikeWorker(injury, 'SIGUSR2') },
  {
    name: "cut the model's lines",
    sparesWork: true,
    async strike({ stage }) {
      stage.models.cutAll()
      return true
    },
  },
  { name: 'lock the ledger', sparesWork: true, strike: lockLedger },
  ...(canMount()
    ? [{ name: 'fill the disk', onSmallDisk: true, sparesWork: true, strike: fillDisk } as const]
    : []),
  {
    name: 'kill main and set the clock',
    clockMoves: (random) => (random.below(2) === 0 ? -1 : 1) * (1 + random.below(48)) * HOUR,
    strike: killMain,
  },
  {
    name: 'set the clock',
    sparesWork: true,
    async strike({ main, random }) {
      const byMs = (random.below(2) === 0 ? -1 : 1) * random.below(48) * HOUR
      await main.ask({ ask: 'set_clock', byMs })
      return true
    },
  },
]
