import { spawn } from 'node:child_process'

export type GitCall = {
  /** Absolute path of git. */
  readonly git: string
  /** Absolute path of the folder it looks at. */
  readonly folder: string
  /** Plumbing that only reads. What comes from others stands behind `--`. */
  readonly command: readonly string[]
  /** Settings of the repository that hold for this call as they are given here: full name and value. */
  readonly settings?: readonly (readonly [name: string, value: string])[]
}

/** What a repository could have us run for it, and does not get: hooks, a watcher, attributes, other transports. */
const NOTHING_OF_THEIRS = [
  '--no-optional-locks',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.attributesFile=/dev/null'].flatMap(
    (setting) => ['-c', setting],
  ),
  ...['-c', 'protocol.allow=never', '-c', 'core.sshCommand=false'],
]

/** Nothing of the person's configuration, and nobody who could be asked for a password. */
const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  // A repository may lack objects on purpose, to have them fetched by a program of its choice.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
}

/** More is not read of what it prints. */
const MOST_OUTPUT = 10_000_000

/**
 * Our own git, the only way in which the app itself asks a repository that it does not trust.
 *
 * A repository brings programs along: hooks, watchers, filters. None of them runs here, as long as `command` compares
 * no contents, or `settings` empty all filters.
 * @returns what it printed; null when it failed, when there is no repository or no git, and when `signal` ended it
 */
export function ownGit(
  { git, folder, command, settings = [] }: GitCall,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(git, [...NOTHING_OF_THEIRS, ...command], {
      cwd: folder,
      env: { ...ENVIRONMENT, ...asEnvironment(settings) },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const printed: Buffer[] = []
    let bytes = 0
    const stop = (): void => void child.kill('SIGKILL')
    const finish = (text: string | null): void => {
      signal.removeEventListener('abort', stop)
      resolve(text)
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_OUTPUT) stop()
      else printed.push(chunk)
    })
    child.on('error', () => finish(null))
    child.on('close', (code) => finish(code === 0 ? Buffer.concat(printed).toString('utf8') : null))
  })
}

/** Not as arguments: a name may hold what would end it there. */
const asEnvironment = (settings: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([name, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, name],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]) as Record<string, string>
