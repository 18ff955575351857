import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomically } from '../../platform/atomic-file.ts'
import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'

const whole = z.int()

/** What a window remembers from one start to the next. */
const WindowState = z.object({
  bounds: z.object({ x: whole, y: whole, width: whole, height: whole }).nullable().default(null),
  isMaximized: z.boolean().default(false),
  /** A person has been told once that closing the window stops nothing. */
  toldOfTray: z.boolean().default(false),
})
export type WindowState = z.infer<typeof WindowState>

/** A window that is being dragged tells its place many times a second. */
const WRITE_DELAY_MS: Millis = SECOND / 2

export interface WindowMemory extends AsyncDisposable {
  readonly state: WindowState
  /** Kept soon, and at the latest when disposed. */
  remember(change: Partial<WindowState>): void
}

/** A file that is missing or broken costs a window its place, nothing else. */
export async function openWindowMemory(path: string, clock: Clock, logger: Logger): Promise<WindowMemory> {
  let state = await readState(path)
  let booked: Disposable | null = null
  let writing: Promise<void> = Promise.resolve()

  function write(): void {
    booked = null
    writing = writing
      .then(() => writeFileAtomically(path, JSON.stringify(state)))
      .catch((error: unknown) => logger.warn('window_state.unwritten', { path, error }))
  }

  return {
    get state() {
      return state
    },
    remember(change) {
      state = { ...state, ...change }
      booked ??= clock.setTimer(WRITE_DELAY_MS, write)
    },
    async [Symbol.asyncDispose]() {
      booked?.[Symbol.dispose]()
      if (booked) write()
      await writing
    },
  }
}

async function readState(path: string): Promise<WindowState> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  try {
    return WindowState.parse(JSON.parse(text))
  } catch {
    return WindowState.parse({})
  }
}
