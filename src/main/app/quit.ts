import { SECOND, type Clock, type Millis } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'

/** How long shutting down may take, counted after the person's answer. What was not flushed is redone at the next start. */
export const SHUTDOWN_MS: Millis = 5 * SECOND

export type QuitAnswer = 'keep' | 'quit' | 'cancel'

export type QuitParts = {
  readonly clock: Clock
  readonly logger: Logger
  /** Runs and turns that quitting would interrupt. */
  readonly countLive: () => number
  readonly ask: (live: number) => Promise<QuitAnswer>
  /** Hides the window; the tray keeps the app. */
  readonly keepInTray: () => void
  readonly shutDown: () => Promise<void>
  /** Ends the process at once. */
  readonly exit: () => void
}

export interface Quit {
  /** A person wants to quit. Asks when something is live; asking again while it asks does nothing. */
  ask(): Promise<void>
  /** The system ends the session or the process: there is nobody to ask. */
  now(): Promise<void>
}

export function createQuit(parts: QuitParts): Quit {
  let ending: Promise<void> | null = null
  let isAsking = false

  async function end(): Promise<void> {
    const done = parts.shutDown().catch((error: unknown) => parts.logger.error('shutdown.failed', { error }))
    const late = new Promise<'late'>((resolve) => parts.clock.setTimer(SHUTDOWN_MS, () => resolve('late')))
    if ((await Promise.race([done, late])) === 'late')
      parts.logger.warn('shutdown.late', { afterMs: SHUTDOWN_MS })
    parts.exit()
  }

  const now = (): Promise<void> => (ending ??= end())

  async function answer(): Promise<QuitAnswer> {
    const live = parts.countLive()
    if (live === 0) return 'quit'
    isAsking = true
    return parts.ask(live).finally(() => (isAsking = false))
  }

  return {
    now,
    async ask() {
      if (isAsking || ending) return
      const given = await answer()
      if (given === 'keep') parts.keepInTray()
      if (given === 'quit') await now()
    },
  }
}
