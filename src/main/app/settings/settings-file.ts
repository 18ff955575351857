import { copyFile, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { Settings, type SettingChange } from '../../../shared/settings.ts'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import { asWriteFailure } from '../../platform/write-failure.ts'
import type { Clock } from '../../platform/clock.ts'
import { isGroup, layered, withChange, type PartialSettings } from './setting-change.ts'

/** The settings in force, and the one way to change them. */
export interface SettingsStore {
  /** Defaults, over them the file, over it what was set for this call. */
  current(): Settings
  /** `settings_broken` with path and reason while the file could not be read and defaults are in force; else null. */
  readonly problem: AppError | null
  /**
   * Changes all or none, and answers when the file holds them.
   * @throws AppError `invalid_input` with the key and what is allowed; `disk_full`, `data_unreadable`
   */
  change(changes: readonly SettingChange[]): Promise<Settings>
}

export type SettingsOptions = {
  readonly path: string
  /** For this call only: they win over the file and are never written. */
  readonly overrides: readonly SettingChange[]
  readonly clock: Clock
  readonly onChanged: (settings: Settings) => void
}

/**
 * Opens the settings file; a missing one is an empty one. It holds only what somebody set, so that defaults can get
 * better. A broken one is left as it is until the first change, which keeps it beside under a name of its own.
 *
 * @throws AppError `invalid_input` when an override is wrong
 */
export async function openSettings(options: SettingsOptions): Promise<SettingsStore> {
  const { path, clock, onChanged } = options
  const overrides = options.overrides.reduce(withChange, {})
  let { values, problem } = await readSettings(path)
  let current = Settings.parse(layered(values, overrides))
  let writing: Promise<unknown> = Promise.resolve()

  async function write(changes: readonly SettingChange[]): Promise<Settings> {
    const changed = changes.reduce(withChange, values)
    if (problem) await keepBeside(path, clock.now())
    await writeFileAtomically(path, `${JSON.stringify(changed, null, 2)}\n`)
    problem = null
    values = changed
    current = Settings.parse(layered(values, overrides))
    onChanged(current)
    return current
  }

  return {
    current: () => current,
    get problem() {
      return problem
    },
    change(changes) {
      const written = writing.then(() => write(changes))
      writing = written.catch(() => undefined)
      return written
    },
  }
}

type Read = { readonly values: PartialSettings; readonly problem: AppError | null }

async function readSettings(path: string): Promise<Read> {
  try {
    const values: unknown = JSON.parse(await readFile(path, 'utf8'))
    const { error } = Settings.safeParse(values)
    if (!error && isGroup(values)) return { values, problem: null }
    const reasons = error?.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`)
    return broken(path, reasons?.join('; ') ?? 'not an object')
  } catch (failure) {
    const { code, message } = failure as NodeJS.ErrnoException
    return code === 'ENOENT' ? { values: {}, problem: null } : broken(path, message)
  }
}

const broken = (path: string, reason: string): Read => ({
  values: {},
  problem: new AppError('settings_broken', `${path}: ${reason}`, { details: { path, reason } }),
})

/** What was not valid is kept before the first change takes its place. */
const keepBeside = (path: string, now: number): Promise<void> =>
  copyFile(path, besideName(path, now)).catch((failure: unknown) => {
    throw asWriteFailure(failure, dirname(path))
  })

/** `settings.broken-1700000000000.json` beside `settings.json`. */
const besideName = (path: string, now: number): string =>
  join(dirname(path), `${basename(path, '.json')}.broken-${now}.json`)
