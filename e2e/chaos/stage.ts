import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Order, Standing } from './main-process.ts'
import { startModelServer, type ModelServer } from '../fixtures/model-server.ts'
import { isAlive } from '../fixtures/processes.ts'

/** So long, in ms, everything may take that is not about waiting; beyond, something hangs. */
const PATIENCE_MS = 60_000

/** What a small disk holds: the ledger of one point, and some room. */
const SMALL_DISK = '24m'

export type MainProcess = {
  readonly pid: number
  ask<A extends Answer>(order: Order): Promise<A>
  /** Resolves when it has left. */
  readonly gone: Promise<void>
}

/** One world of its own: a data folder, a workspace, a model server, and the app over them, which may be started again. */
export type Stage = AsyncDisposable & {
  readonly base: string
  readonly data: string
  readonly folder: string
  readonly models: ModelServer
  /** What main processes wrote to their streams. */
  readonly said: () => string
  /** @param aheadMs how far the computer's clock is ahead at this start */
  start(aheadMs?: number): Promise<MainProcess>
  /** Processes, of whoever, that work in this world. */
  alive(): number[]
}

/** How to take down each world that is there. */
const standing = new Set<() => void>()

/** Ends and removes all worlds at once, stopped processes too: for a driver that is told to leave in the midst of its work. */
export const takeDownAll = (): void => standing.forEach((takeDown) => takeDown())

export async function setStage({ smallDisk }: { smallDisk: boolean }): Promise<Stage> {
  const base = mkdtempSync(join(tmpdir(), 'muster-chaos-'))
  const [data, folder] = [join(base, 'data'), join(base, 'folder')]
  for (const place of [data, folder]) mkdirSync(place)
  if (smallDisk) mount(data)
  const models = await startModelServer()
  let said = ''
  const takeDown = (): void => {
    standing.delete(takeDown)
    for (const pid of processesIn(base)) kill(pid, 'SIGKILL')
    if (smallDisk) spawnSync('umount', ['--lazy', data])
    rmSync(base, { recursive: true, force: true, maxRetries: 5 })
  }
  standing.add(takeDown)
  return {
    base,
    data,
    folder,
    models,
    said: () => said,
    start: (aheadMs = 0) => startMain([data, models.baseUrl, String(aheadMs)], (text) => (said += text)),
    alive: () => processesIn(base),
    async [Symbol.asyncDispose]() {
      takeDown()
      await models[Symbol.asyncDispose]()
    },
  }
}

/** Whether a small disk can be had here. */
export const canMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0

function mount(place: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', place])
  if (status !== 0) throw new Error(`No small disk: ${String(stderr)}`)
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // gone by itself in the meantime
  }
}

/** Processes whose folder is in this world: main's data folder, a worker's, a command's workspace. */
function processesIn(base: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isAlive(pid) && placeOf(pid).startsWith(base))
}

function placeOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** Workers of a main process, as far as they are there: told by what they run, since they name themselves after their run. */
export const workersOf = (main: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAlive(pid) && isWorkerOf(pid, main))

function isWorkerOf(pid: number, main: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return (
      new RegExp(`^PPid:\\s+${main}$`, 'm').test(status) &&
      readlinkSync(`/proc/${pid}/exe`) === realpathSync(process.execPath)
    )
  } catch {
    return false
  }
}

async function startMain(args: readonly string[], print: (text: string) => void): Promise<MainProcess> {
  const started = fork(join(import.meta.dirname, 'main-process.ts'), args, {
    cwd: args[0],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [started.stdout, started.stderr]) stream?.setEncoding('utf8').on('data', print)
  started.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => started.once('exit', () => resolve()))
  const answers = answersOf(started, gone)
  await answers.next()
  return {
    pid: started.pid ?? 0,
    gone,
    async ask<A extends Answer>(order: Order): Promise<A> {
      const answer = answers.next()
      started.send(order, () => undefined)
      return (await answer) as A
    },
  }
}

/** The answers of a main process, one for each order; it fails when the process leaves or is silent. */
function answersOf(started: ChildProcess, gone: Promise<void>): { next(): Promise<Answer> } {
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('main does not answer')), PATIENCE_MS)
        started.once('message', (answer: Answer) => {
          clearTimeout(timer)
          if ('failed' in answer) reject(new Error(answer.failed))
          else resolve(answer)
        })
        void gone.then(() => {
          clearTimeout(timer)
          reject(new Error('main left'))
        })
      }),
  }
}

export const standingOf = async (main: MainProcess): Promise<Standing> =>
  (await main.ask<{ standing: Standing }>({ ask: 'standing' })).standing

/** Lets everything go on until nothing is left to do. @throws when it never comes to rest */
export async function settle(main: MainProcess): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (let calm = 0; calm < 3;) {
    await main.ask({ ask: 'allow' })
    const { live, pending } = await standingOf(main)
    calm = live === 0 && pending === 0 ? calm + 1 : 0
    if (live === 0) await main.ask({ ask: 'take' })
    if (performance.now() > until) {
      throw new Error(`never at rest: ${live} live, ${pending} pending`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
