import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import type { Environment } from './environment.ts'
import { GROUP_VARIABLE } from './process-group.ts'

/** The descriptor on which a command waits for its permission to begin. */
const GATE = 3

/**
 * Where there is bash a command gets a real pipe, one for both streams, so that their order is right and that
 * /dev/stdout and /dev/stderr can be opened: what we hold are sockets, which cannot. What carries it on to us is not asked
 * to end, so that nothing is lost; it ends with the last writer.
 */
const INTO_ONE_PIPE = `trap '' TERM; exec > >(exec /bin/cat) 2>&1; trap - TERM`

/** Waits for a line. When there comes none, because we died or said no, nothing runs. */
const WAIT = `IFS= read -r go <&${GATE} || exit 125`

/**
 * Stands by in the group while the command runs, with the gate still open. A line says that all is over; when the gate
 * closes without one we died, however hard, and nobody else would end the group before our next start. That is what this
 * does: asked, and a second later killed; on Linux also what left the group and still carries its mark.
 */
const STAND_BY =
  `{ IFS= read -r over <&${GATE} && exit; trap '' TERM; kill -s TERM -- -$$; sleep 1; ` +
  `for left in $(grep -lsz "^${GROUP_VARIABLE}=$$$" /proc/[0-9]*/environ); do ` +
  `left=\${left#/proc/}; kill -s KILL \${left%/environ}; done; ` +
  `kill -s KILL -- -$$; } </dev/null >/dev/null 2>&1 &`

const LEAVE_GATE = `exec ${GATE}<&-`

/** Takes over this very process, so that its id, group and start time are those that were written down. */
const RUN = `export ${GROUP_VARIABLE}=$$; exec "$0" -c "$1"`

export type Exit = { readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }

/** A command line in a process group of its own that runs nothing yet. */
export type GatedProcess = {
  readonly groupId: number
  readonly child: ChildProcess
  /** The command's own end; what it started may still run and hold the pipes. */
  readonly exited: Promise<Exit>
  /** It has ended, and both pipes are closed and read to their end. */
  readonly closed: Promise<void>
  open(): void
  /** It will not run, or is over: whoever stands at the gate leaves. */
  close(): void
}

/**
 * Starts a command that waits.
 * @returns null when the system starts no process, e.g. because the folder is gone
 */
export function startGated(command: string, folder: string, environment: Environment): GatedProcess | null {
  const hasBash = existsSync('/bin/bash')
  const shell = hasBash ? '/bin/bash' : '/bin/sh'
  const script = [...(hasBash ? [INTO_ONE_PIPE] : []), WAIT, `${STAND_BY} ${LEAVE_GATE}`, RUN].join('; ')
  const child = spawn(shell, ['-c', script, shell, command], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  })
  const closed = Promise.all([exited, endOf(child.stdout), endOf(child.stderr)]).then(() => undefined)
  child.on('error', () => undefined) // told by the missing id
  if (child.pid === undefined) return null
  const gate = child.stdio[GATE] as Writable
  gate.on('error', () => undefined) // it ended before we opened
  let isOpen = false
  return {
    groupId: child.pid,
    child,
    exited,
    closed,
    open() {
      isOpen = true
      gate.write('go\n')
    },
    close() {
      if (isOpen) gate.end('over\n')
      else gate.destroy()
    },
  }
}

const endOf = (pipe: Readable | null): Promise<void> =>
  new Promise((resolve) => {
    if (pipe === null) resolve()
    else pipe.once('close', () => resolve())
  })
