import { runRipgrep } from './run-ripgrep.ts'
import { splitRecords } from './split-records.ts'

/** Most files that one listing counts. */
const MOST_FILES = 200_000

/** Longer than any path that a system takes. */
const MOST_PATH_BYTES = 65_536

export type FolderWalk = {
  /** Absolute path of ripgrep. */
  readonly ripgrep: string
  readonly folder: string
  /** Options of ripgrep that narrow it down. */
  readonly narrow?: readonly string[]
  /** By default the order of paths; ripgrep then goes through folders one by one. */
  readonly order?: 'path' | 'any'
  /** Called for each file; relative to the folder, `/` between parts. */
  readonly onFile: (path: string) => void
}

export type FolderWalkEnd = {
  /** False when there were more than could be looked at, or the signal came first. */
  readonly complete: boolean
  /** What ripgrep says against the glob; empty when it could read it. */
  readonly complaint: string
}

/**
 * Goes through all files below a folder that no ignore file names.
 * @throws when ripgrep cannot be started
 */
export async function listFolder(walk: FolderWalk, signal: AbortSignal): Promise<FolderWalkEnd> {
  const { ripgrep, folder, narrow = [], order = 'path', onFile } = walk
  let left = MOST_FILES
  const split = splitRecords({
    separator: 0,
    mostBytes: MOST_PATH_BYTES,
    onRecord: (name) => {
      if (left > 0 && name !== null) onFile(relativeName(name.toString('utf8')))
      left -= 1
    },
  })
  const { isCut, complaint } = await runRipgrep(
    {
      ripgrep,
      folder,
      options: ['--files', '--null', ...(order === 'path' ? ['--sort', 'path'] : []), ...narrow],
      operand: '.',
      onOutput(chunk, stop) {
        split(chunk)
        if (left < 0) stop()
      },
    },
    signal,
  )
  return { complete: !isCut, complaint }
}

/** As we write paths, whatever the system: without the `./` in front. */
export const relativeName = (name: string): string =>
  process.platform === 'win32' ? name.slice(2).replaceAll('\\', '/') : name.slice(2)
