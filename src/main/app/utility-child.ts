import { utilityProcess, type UtilityProcess } from 'electron'
import { createInterface } from 'node:readline'
import type { Child, ChildExit, LaunchChild } from '../platform/child.ts'
import type { Logger } from '../platform/logger.ts'

/**
 * Starts a program of ours as a utility process of Electron.
 *
 * @param program the bundled entry file
 * @param logger takes what the process prints, line by line
 */
export const createUtilityLauncher =
  (program: string, logger: Logger): LaunchChild =>
  ({ name, env, cwd }) => {
    const options = { serviceName: name, stdio: 'pipe' as const, env: { ...env }, cwd }
    const process = utilityProcess.fork(program, [], options)
    for (const stream of [process.stdout, process.stderr]) logLines(stream, name, logger)
    return new UtilityChild(process)
  }

/** Nothing is asked of a process that is not there yet, and nothing is sent to one that has left. */
class UtilityChild implements Child {
  readonly #process: UtilityProcess
  #state: 'starting' | 'there' | 'gone' = 'starting'
  #isKilled = false
  /** What was asked before the process was there, in order. */
  #deferred: (() => void)[] = []

  constructor(process: UtilityProcess) {
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

/** A pipe that nobody drains stops the process that writes to it. */
function logLines(stream: NodeJS.ReadableStream | null, name: string, logger: Logger): void {
  if (stream === null) return
  createInterface({ input: stream }).on('line', (line) => logger.info('process.printed', { name, line }))
}
