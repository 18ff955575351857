import { pause } from '../../platform/clock.ts'
import { untilThereIsRoom, type PatientWrite } from '../runs/until-there-is-room.ts'
import { LONGEST_WRITE_PAUSE_MS, RETRY_WRITE_MS } from './policy.ts'

export type StubbornWrite = Omit<PatientWrite, 'signal'> & {
  /** For the log; called for each failure but a full disk. */
  readonly onFailed: (error: unknown) => void
}

/**
 * Writes what must not be lost, whatever stands against it: a full disk, a database that somebody holds, a fault of the
 * disk. It is tried again with growing pauses until it is written, or the app goes and leaves it to the next start.
 * @throws only then
 */
export async function untilWritten<T>(patience: StubbornWrite, write: () => Promise<T>): Promise<T> {
  const { clock, disk, onFailed } = patience
  for (let wait = RETRY_WRITE_MS; ; wait = Math.min(2 * wait, LONGEST_WRITE_PAUSE_MS)) {
    try {
      return await untilThereIsRoom(patience, write)
    } catch (error) {
      if (disk.closing.aborted) throw error
      onFailed(error)
      await pause(clock, wait, disk.closing)
    }
  }
}
