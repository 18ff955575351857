import { spawn } from 'node:child_process'

export type RipgrepRun = {
  /** Absolute path of ripgrep. */
  readonly ripgrep: string
  /** Absolute path of the folder it runs in. */
  readonly folder: string
  /** Beside those that every run has; a pattern only behind `-e` or `-g`. */
  readonly options: readonly string[]
  /** `.`, or a file of the folder as `./name`. */
  readonly operand: string
  /** Called with its output as it comes; `stop` ends it at once. */
  readonly onOutput: (chunk: Buffer, stop: () => void) => void
}

export type RipgrepEnd = {
  /** It was ended before it was through. */
  readonly isCut: boolean
  /** What it says against a pattern; empty when it has nothing to say. */
  readonly complaint: string
}

/** Nothing of the user's configuration; hidden files too; ignore files also outside of git. */
const ALWAYS = ['--no-config', '--no-messages', '--hidden', '--no-require-git']

/** Never git's own folder on the way, only where it is named itself: the last glob that matches decides. */
const LAST = ['-g', '!.git', '--']

/** More is not kept of what it complains about. */
const MOST_COMPLAINT = 2_000

/**
 * Runs ripgrep with an empty environment until it is through, stopped, or `signal` aborts.
 * @throws when ripgrep cannot be started
 */
export function runRipgrep(run: RipgrepRun, signal: AbortSignal): Promise<RipgrepEnd> {
  const { ripgrep, folder, options, operand, onOutput } = run
  return new Promise((resolve, reject) => {
    const child = spawn(ripgrep, [...ALWAYS, ...options, ...LAST, operand], {
      cwd: folder,
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let isCut = false
    let complaint = ''
    const stop = (): void => {
      isCut = true
      child.kill('SIGKILL')
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    child.stdout.on('data', (chunk: Buffer) => onOutput(chunk, stop))
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < MOST_COMPLAINT) complaint += chunk.toString('utf8')
    })
    child.on('error', (failure) => {
      signal.removeEventListener('abort', stop)
      reject(failure)
    })
    child.on('close', () => {
      signal.removeEventListener('abort', stop)
      resolve({ isCut, complaint: complaint.slice(0, MOST_COMPLAINT).trim() })
    })
  })
}
