import type { App } from 'electron'
import { join } from 'node:path'
import { z } from 'zod'

/** What a second start wanted, to be done by the first. */
const SecondStart = z.object({ args: z.array(z.string()), workingFolder: z.string() })
export type SecondStart = z.infer<typeof SecondStart>

/**
 * Makes this the one app of a data folder: Chromium's files move into it and the lock with them. To be called before
 * `ready` and before anything else touches the profile.
 *
 * @returns false when another one runs: it was handed `start`, and this process ends
 */
export function claimSingleInstance(
  app: App,
  dataFolder: string,
  { start, onSecondStart }: { start: SecondStart; onSecondStart: (start: SecondStart) => void },
): boolean {
  app.setPath('userData', join(dataFolder, 'chromium'))
  app.setPath('sessionData', join(dataFolder, 'chromium'))
  if (!app.requestSingleInstanceLock(start)) return false
  app.on('second-instance', (_event, _argv, _folder, handed) => {
    const parsed = SecondStart.safeParse(handed)
    onSecondStart(parsed.success ? parsed.data : { args: [], workingFolder: dataFolder })
  })
  return true
}
