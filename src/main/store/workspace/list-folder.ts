import { spawn } from 'node:child_process'

/** Most files that one listing counts. */
const MOST_FILES = 200_000

/** How ripgrep is asked: in order, nothing of the user's configuration, hidden files too, never git's own folder. */
const OPTIONS = [
  ...['--files', '--null', '--sort', 'path', '--no-config', '--no-messages', '--hidden', '--no-require-git'],
  ...['-g', '!.git', '--', '.'],
]

export type FolderWalk = {
  /** Absolute path of ripgrep. */
  readonly ripgrep: string
  readonly folder: string
  /** Called for each file in order of paths; relative to the folder, `/` between parts. */
  readonly onFile: (path: string) => void
}

/**
 * Goes through all files below a folder that no ignore file names.
 * @returns false when there were more than could be looked at, or the signal came first
 * @throws when ripgrep cannot be started
 */
export function listFolder({ ripgrep, folder, onFile }: FolderWalk, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(ripgrep, OPTIONS, { cwd: folder, env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
    let left = MOST_FILES
    let isComplete = true
    let rest: Buffer = Buffer.alloc(0)
    const cut = (): void => {
      isComplete = false
      child.kill('SIGKILL')
    }
    signal.addEventListener('abort', cut)
    if (signal.aborted) cut()
    child.stdout.on('data', (chunk: Buffer) => {
      const names = splitAtZero(Buffer.concat([rest, chunk]))
      rest = names.rest
      for (const name of names.whole.slice(0, left)) onFile(relativeName(name))
      left -= names.whole.length
      if (left < 0) cut()
    })
    child.on('error', (failure) => {
      signal.removeEventListener('abort', cut)
      reject(failure)
    })
    child.on('close', () => {
      signal.removeEventListener('abort', cut)
      resolve(isComplete)
    })
  })
}

/** Without the `./` in front. */
const relativeName = (name: string): string =>
  process.platform === 'win32' ? name.slice(2).replaceAll('\\', '/') : name.slice(2)

function splitAtZero(bytes: Buffer): { whole: string[]; rest: Buffer } {
  const end = bytes.lastIndexOf(0)
  if (end < 0) return { whole: [], rest: bytes }
  return { whole: bytes.toString('utf8', 0, end).split('\0'), rest: bytes.subarray(end + 1) }
}
