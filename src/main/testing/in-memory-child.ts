import { serveWorker, type WorkerOptions } from '../crew/worker/serve-worker.ts'
import type { Child, ChildExit, LaunchChild } from '../platform/child.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'

/** What runs at the other end: a real worker, or whatever a test wants to play. */
export type Program = (options: WorkerOptions) => void

export type MemoryChild = Child & {
  readonly name: string
  /** Everything that main sent, oldest first. */
  readonly received: readonly unknown[]
  /** Signals that were sent to it. */
  readonly signals: readonly string[]
  /** Says something to main as the process would, and as if nothing were checked on this side. */
  say(message: unknown): void
  /** It dies by itself, e.g. crashes. */
  die(code?: number | null): void
  /** Like SIGSTOP: it does nothing and hears nothing, and only SIGKILL ends it. */
  freeze(): void
  /** Like SIGCONT: all that was held back happens now. */
  thaw(): void
}

export type MemoryLauncher = {
  readonly launch: LaunchChild
  /** Every process so far, oldest first. */
  readonly children: readonly MemoryChild[]
}

/** Starts workers in this very process. Messages are copied and take their time, as between processes. */
export function createMemoryLauncher(
  parts: { readonly clock: Clock; readonly ids: Ids },
  program: Program = serveWorker,
): MemoryLauncher {
  const children: MemoryChild[] = []
  return {
    children,
    launch({ name }) {
      const child = startChild({ ...parts, name, pid: 1_000_000_000 + children.length }, program)
      children.push(child)
      return child
    },
  }
}

type Birth = { readonly clock: Clock; readonly ids: Ids; readonly name: string; readonly pid: number }

function startChild({ clock, ids, name, pid }: Birth, program: Program): MemoryChild {
  const life = createLife()
  const [received, signals]: [unknown[], string[]] = [[], []]
  const heard: ((message: unknown) => void)[] = [] // by main
  const hears: ((message: unknown) => void)[] = [] // by the worker
  const exits: ((exit: ChildExit) => void)[] = []

  /** Later, unless it is dead by then; when it is frozen, once it no longer is. */
  const later = (run: () => void): void => clock.setSoon(() => life.whenAwake(run))
  const tellMain = (message: unknown): void => {
    if (life.isOver) return
    const copy = structuredClone(message)
    clock.setSoon(() => heard.forEach((listen) => listen(copy)))
  }
  const die = (code: number | null): void => {
    if (life.isOver) return
    life.end()
    clock.setSoon(() => exits.forEach((listen) => listen({ code })))
  }
  later(() =>
    program({
      port: {
        send: tellMain,
        onMessage: (listener) => void hears.push(listener),
        onClose: () => undefined, // both ends live and die together here
      },
      clock: mortal(clock, life),
      ids,
      exit: die,
    }),
  )
  return {
    name,
    received,
    signals,
    get pid() {
      return life.isOver ? undefined : pid
    },
    onSpawn(listener) {
      if (!life.isOver) listener()
    },
    send(message) {
      if (life.isOver) return
      const copy = structuredClone(message)
      received.push(copy)
      later(() => hears.forEach((listen) => listen(copy)))
    },
    onMessage: (listener) => void heard.push(listener),
    onExit: (listener) => void exits.push(listener),
    kill(signal) {
      signals.push(signal)
      if (signal === 'SIGKILL' || !life.isFrozen) clock.setSoon(() => die(null))
    },
    say: tellMain,
    die: (code = null) => die(code),
    freeze: () => life.freeze(),
    thaw: () => life.thaw(),
  }
}

/** Whether a process lives, and whether it may move. */
function createLife() {
  const held: (() => void)[] = []
  let state: 'awake' | 'frozen' | 'over' = 'awake'
  return {
    get isOver() {
      return state === 'over'
    },
    get isFrozen() {
      return state === 'frozen'
    },
    whenAwake(run: () => void): void {
      if (state === 'awake') run()
      if (state === 'frozen') held.push(run)
    },
    freeze(): void {
      if (state === 'awake') state = 'frozen'
    },
    thaw(): void {
      if (state !== 'frozen') return
      state = 'awake'
      for (const run of held.splice(0)) run()
    },
    end(): void {
      state = 'over'
    },
  }
}
type Life = ReturnType<typeof createLife>

/** Timers of a process end with it, and stand still with it. */
const mortal = (clock: Clock, life: Life): Clock => ({
  ...clock,
  setTimer: (delayMs, done) => clock.setTimer(delayMs, () => life.whenAwake(done)),
  setSoon: (run) => clock.setSoon(() => life.whenAwake(run)),
})
