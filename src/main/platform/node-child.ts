import { fork, type ChildProcess } from 'node:child_process'
import type { Child, LaunchChild } from './child.ts'

export type NodeProgram = {
  /** The entry file: TypeScript that Node runs as it is, or JavaScript. */
  readonly entry: string
  /** The Node that runs it; this process's own by default. */
  readonly node?: string
  /** Takes what the process prints to both its streams. Without it, what it prints goes where ours goes. */
  readonly print?: (text: string) => void
}

/** Starts a program as a plain Node process that is spoken to over an IPC channel. For whatever runs without Electron. */
export const createNodeLauncher =
  ({ entry, node = process.execPath, print }: NodeProgram): LaunchChild =>
  ({ name, env, cwd }) => {
    const started = fork(entry, [], {
      execPath: node,
      execArgv: [`--title=${name}`],
      env: { ...env },
      cwd,
      serialization: 'advanced', // structured clone, as the other channels do
      stdio: ['ignore', print ? 'pipe' : 'inherit', print ? 'pipe' : 'inherit', 'ipc'],
    })
    // A pipe that nobody drains stops the process that writes to it.
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => print?.(text))
    return childOf(started)
  }

function childOf(started: ChildProcess): Child {
  let isGone = false
  const gone = new Promise<number | null>((resolve) => {
    started.once('exit', (code) => resolve(code))
    started.once('error', () => {
      if (started.pid === undefined) resolve(null) // it never came up, hence no exit
    })
  }).finally(() => (isGone = true))
  started.on('error', () => undefined) // a message or signal that came too late; the exit tells

  return {
    get pid() {
      return isGone ? undefined : started.pid
    },
    onSpawn(listener) {
      if (!isGone && started.pid !== undefined) listener() // Node knows at once whether it came up
    },
    send(message) {
      if (started.connected) started.send(message as object, () => undefined)
    },
    onMessage: (listener) => void started.on('message', listener),
    onExit: (listener) => void gone.then((code) => listener({ code })),
    kill(signal) {
      if (!isGone) started.kill(signal)
    },
  }
}
