import { spawn } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../fixtures/places.ts'
import type { Random } from './batch.ts'
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
  /** Needs a disk that can be filled. */
  readonly onSmallDisk?: true
  /** How far the clock has moved when the app starts again. */
  readonly clockMoves?: (random: Random) => number
  /** Done at a moment of a batch. Resolves when it is over; main may be gone then. */
  readonly strike: (injury: Injury) => Promise<void>
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const HOUR = 3_600_000

/** One worker of those that are there; undefined when none is. */
function someWorker({ main, random }: Injury): number | undefined {
  const workers = workersOf(main.pid)
  return workers[random.below(workers.length)]
}

async function killMain({ main }: Injury): Promise<void> {
  kill(main.pid, 'SIGKILL')
  await main.gone
}

function signalWorker(injury: Injury, signal: NodeJS.Signals): number | undefined {
  const worker = someWorker(injury)
  if (worker !== undefined) kill(worker, signal)
  return worker
}

/** Another program holds the ledger and lets nobody write. */
async function lockLedger({ stage, random }: Injury): Promise<void> {
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
}

/** Takes all the room that is left, for a while. */
async function fillDisk({ stage, random }: Injury): Promise<void> {
  const file = join(stage.data, 'filler')
  const { bavail, bsize } = statfsSync(stage.data)
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize))
  } catch {
    // the app was faster and took some; what fitted is there
  }
  await wait(300 + random.below(1_500))
  rmSync(file, { force: true })
}

export const FAULTS: readonly Fault[] = [
  { name: 'kill main', strike: killMain },
  {
    name: 'kill main twice',
    async strike(injury) {
      await killMain(injury)
      const again = await injury.stage.start()
      await wait(injury.random.below(900))
      await killMain({ ...injury, main: again })
    },
  },
  { name: 'kill a worker', strike: async (injury) => void signalWorker(injury, 'SIGKILL') },
  {
    name: 'stop a worker for a while',
    async strike(injury) {
      const worker = signalWorker(injury, 'SIGSTOP')
      await wait(injury.random.below(1_500))
      if (worker !== undefined) kill(worker, 'SIGCONT')
    },
  },
  {
    name: 'kill main while a worker is stopped',
    async strike(injury) {
      signalWorker(injury, 'SIGSTOP')
      await wait(injury.random.below(200))
      await killMain(injury)
    },
  },
  {
    name: 'let the machine sleep',
    async strike({ main, stage, random, isLong }) {
      const all = stage.alive()
      for (const pid of all) kill(pid, 'SIGSTOP')
      await wait(isLong ? 60_000 : random.below(2_000))
      for (const pid of [...all, main.pid]) kill(pid, 'SIGCONT')
    },
  },
  {
    name: 'let main alone sleep',
    async strike({ main, random, isLong }) {
      kill(main.pid, 'SIGSTOP')
      await wait(isLong ? 60_000 : random.below(2_000))
      kill(main.pid, 'SIGCONT')
    },
  },
  { name: "cut a worker's line", strike: async (injury) => void signalWorker(injury, 'SIGUSR2') },
  { name: "cut the model's lines", strike: async ({ stage }) => stage.models.cutAll() },
  { name: 'lock the ledger', strike: lockLedger },
  ...(canMount() ? [{ name: 'fill the disk', onSmallDisk: true, strike: fillDisk } as const] : []),
  {
    name: 'kill main and set the clock',
    clockMoves: (random) => (random.below(2) === 0 ? -1 : 1) * (1 + random.below(48)) * HOUR,
    strike: killMain,
  },
  {
    name: 'set the clock',
    strike: async ({ main, random }) =>
      void (await main.ask({
        ask: 'set_clock',
        byMs: (random.below(2) === 0 ? -1 : 1) * random.below(48) * HOUR,
      })),
  },
]
