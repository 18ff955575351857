import type { Child, ChildOptions, LaunchChild } from '../../platform/child.ts'
import type { Clock } from '../../platform/clock.ts'
import { IDLE_WARM_MS, REFILL_MS } from './policy.ts'

export type WarmWorkersPorts = {
  readonly clock: Clock
  readonly launch: LaunchChild
  readonly surroundings: Pick<ChildOptions, 'env' | 'cwd'>
  /** How many may stand ready right now. */
  readonly room: () => number
  /** Writes a process down until it has left. */
  readonly keep: (child: Child) => void
}

/** Workers that were started before there was a run for them. */
export type WarmWorkers = AsyncDisposable & {
  /**
   * A process for one run: one that stands ready, or a new one. It was given nothing before, no folder and no key, and it
   * ends with its run: nothing can pass from one run to another.
   */
  readonly launch: LaunchChild
  /** So many runs are likely to begin soon: as many processes get ready, as far as there is room. */
  expect(runs: number): void
}

/** Starting a process takes longer than all else before a run's first request: so it is done beforehand. */
export function openWarmWorkers({ clock, launch, surroundings, room, keep }: WarmWorkersPorts): WarmWorkers {
  const ready = new Map<Child, Promise<void>>()
  let wanted = 0
  let isClosing = false
  let refill: Disposable | undefined
  let idle: Disposable | undefined

  /** From its first moment, not from its first word: until that it may be frozen, and outlive us. */
  function launchKept(options: ChildOptions): Child {
    const child = launch(options)
    keep(child)
    return child
  }
  function start(): void {
    const child = launchKept({ name: 'muster worker', ...surroundings })
    const gone = new Promise<void>((resolve) => {
      child.onExit(() => {
        ready.delete(child) // one that dies by itself is not replaced before it is needed
        resolve()
      })
    })
    ready.set(child, gone)
  }
  function fill(): void {
    if (isClosing) return
    for (let missing = Math.min(wanted, room()) - ready.size; missing > 0; missing--) start()
  }
  function giveBack(): Promise<unknown> {
    wanted = 0
    refill?.[Symbol.dispose]()
    const leaving = [...ready]
    ready.clear()
    for (const [child] of leaving) child.kill('SIGKILL') // it has done nothing that it could lose
    return Promise.all(leaving.map(([, gone]) => gone))
  }
  function stayAwake(): void {
    idle?.[Symbol.dispose]()
    idle = clock.setTimer(IDLE_WARM_MS, () => void giveBack())
  }

  return {
    expect(runs) {
      if (isClosing || runs <= 0) return
      wanted = Math.max(wanted, runs)
      stayAwake()
      fill()
    },
    launch(options) {
      const [first] = ready.keys()
      if (first === undefined) return launchKept(options)
      ready.delete(first)
      stayAwake()
      refill?.[Symbol.dispose]()
      refill = clock.setTimer(REFILL_MS, fill)
      return first
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      idle?.[Symbol.dispose]()
      await giveBack()
      refill?.[Symbol.dispose]()
    },
  }
}
