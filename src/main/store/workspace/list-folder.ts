import { spawn } from 'node:child_process'

/** Most files that one listing looks at. */
const MOST_FILES = 50_000

/** How ripgrep is asked: nothing of the user's configuration, hidden files too, never git's own folder. */
const OPTIONS = [
  '--files',
  '--null',
  '--no-config',
  '--no-messages',
  '--hidden',
  '--no-require-git',
  '-g',
  '!.git',
]

export type FileNames = {
  /** Relative to the folder, `/` between parts, in no order. */
  readonly paths: readonly string[]
  /** False when there were more than could be looked at, or the signal came first. */
  readonly complete: boolean
}

/**
 * All files below a folder that no ignore file names, by ripgrep.
 * @param ripgrep absolute path of the program
 * @throws when it cannot be started
 */
export function listFolder(ripgrep: string, folder: string, signal: AbortSignal): Promise<FileNames> {
  return new Promise((resolve, reject) => {
    const child = spawn(ripgrep, [...OPTIONS, '--', '.'], {
      cwd: folder,
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const paths: string[] = []
    let complete = true
    let rest: Buffer = Buffer.alloc(0)
    const cut = (): void => {
      complete = false
      child.kill('SIGKILL')
    }
    signal.addEventListener('abort', cut)
    if (signal.aborted) cut()
    child.stdout.on('data', (chunk: Buffer) => {
      const names = splitAtZero(Buffer.concat([rest, chunk]))
      rest = names.rest
      for (const name of names.whole) paths.push(name.replace(/^\.[\\/]/, '').replaceAll('\\', '/'))
      if (paths.length >= MOST_FILES) cut()
    })
    child.on('error', (failure) => {
      signal.removeEventListener('abort', cut)
      reject(failure)
    })
    child.on('close', () => {
      signal.removeEventListener('abort', cut)
      resolve({ paths: paths.slice(0, MOST_FILES), complete })
    })
  })
}

function splitAtZero(bytes: Buffer): { whole: string[]; rest: Buffer } {
  const end = bytes.lastIndexOf(0)
  if (end < 0) return { whole: [], rest: bytes }
  return { whole: bytes.toString('utf8', 0, end).split('\0'), rest: bytes.subarray(end + 1) }
}
