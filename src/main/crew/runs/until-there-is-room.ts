import { AppError } from '../../../shared/errors.ts'
import { pause, type Clock } from '../../platform/clock.ts'
import type { DiskWatch } from './disk-watch.ts'
import { RETRY_FULL_DISK_MS } from './policy.ts'

export type PatientWrite = {
  readonly clock: Clock
  readonly disk: DiskWatch
  /** For the log; called once, when it begins to wait. */
  readonly onFull: (error: AppError) => void
  /** Aborted when nobody needs it written any more. */
  readonly signal?: AbortSignal
}

/**
 * Writes what must not be lost: room on a full disk is waited for as long as it takes, which is shown; every other failure
 * is thrown. So is this one once nobody needs it any more, or the app goes.
 */
export async function untilThereIsRoom<T>(
  { clock, disk, onFull, signal }: PatientWrite,
  write: () => Promise<T>,
): Promise<T> {
  const over = signal ? AbortSignal.any([signal, disk.closing]) : disk.closing
  let waiting: Disposable | null = null
  try {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'disk_full' || over.aborted) throw error
        if (waiting === null) onFull(error)
        waiting ??= disk.wait()
        await pause(clock, RETRY_FULL_DISK_MS, over)
      }
    }
  } finally {
    waiting?.[Symbol.dispose]()
  }
}
