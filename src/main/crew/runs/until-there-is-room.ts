import { AppError } from '../../../shared/errors.ts'
import { pause, type Clock } from '../../platform/clock.ts'
import { RETRY_FULL_DISK_MS } from './policy.ts'

export type FullDisk = {
  readonly clock: Clock
  readonly onFull: (error: AppError) => void
  /** Aborted when nobody needs it written any more. */
  readonly signal?: AbortSignal
}

/** Writes what must not be lost: room on a full disk is waited for as long as it takes, every other failure is thrown. */
export async function untilThereIsRoom<T>(
  { clock, onFull, signal }: FullDisk,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'disk_full' || signal?.aborted) throw error
      onFull(error)
      await pause(clock, RETRY_FULL_DISK_MS, signal)
    }
  }
}
