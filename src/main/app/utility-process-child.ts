import type { UtilityProcess } from 'electron'
import type { Child, ChildExit } from '../platform/child.ts'

/** The part of Electron's process that is used. */
type Process = Pick<UtilityProcess, 'pid' | 'kill' | 'postMessage'> & {
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'spawn', listener: () => void): unknown
  once(event: 'exit', listener: (code: number) => void): unknown
}

/** Nothing is asked of a process that is not there yet, and nothing is sent to one that has left. */
export class UtilityProcessChild implements Child {
  readonly #process: Process
  #state: 'starting' | 'there' | 'gone' = 'starting'
  #isKilled = false
  /** What was asked before the process was there, in order. */
  #deferred: (() => void)[] = []

  constructor(process: Process) {
    this.#process = process
    process.once('spawn', () => {
      this.#state = 'there'
      for (const run of this.#deferred) run()
      this.#deferred = []
    })
    process.once('exit', () => (this.#state = 'gone'))
  }

  get pid(): number | undefined {
    return this.#state === 'there' ? this.#process.pid : undefined
  }

  onSpawn(listener: () => void): void {
    this.#whenThere(listener)
  }

  send(message: unknown): void {
    this.#whenThere(() => this.#process.postMessage(message))
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#process.on('message', listener)
  }

  onExit(listener: (exit: ChildExit) => void): void {
    this.#process.once('exit', (code) => listener({ code: this.#isKilled ? null : exitCodeOf(code) }))
  }

  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.#whenThere(() => {
      this.#isKilled = true
      if (signal === 'SIGTERM') this.#process.kill()
      else killHard(this.#process.pid)
    })
  }

  #whenThere(run: () => void): void {
    if (this.#state === 'starting') this.#deferred.push(run)
    if (this.#state === 'there') run()
  }
}

/**
 * Electron tells a signal that ended a process by its number, as if the process had chosen it. Programs of ours exit with
 * 0 or 1, so that any other number is a signal or a crash.
 */
const exitCodeOf = (code: number): number | null => (code === 0 || code === 1 ? code : null)

/** Electron asks politely only; a process that hangs has to be ended by the system. */
function killHard(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it left between our look and our call
  }
}
