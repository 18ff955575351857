import { setMaxListeners } from 'node:events'
import type { Announce } from '../../../shared/events.ts'
import type { FullDisk } from '../../../shared/full-disk.ts'
import type { Clock } from '../../platform/clock.ts'

/** Knows whether work waits for room on the disk, and says outward when that begins and when it is over. */
export type DiskWatch = Disposable & {
  /** Null while nothing waits. */
  current(): FullDisk | null
  /** Something waits for room until what comes back is disposed of. */
  wait(): Disposable
  /** Aborted when the app goes: nothing waits any more, and what was not written is redone at the next start. */
  readonly closing: AbortSignal
}

export type DiskWatchParts = {
  /** Where the data is. */
  readonly folder: string
  readonly clock: Clock
  readonly announce: Announce
}

export function createDiskWatch({ folder, clock, announce }: DiskWatchParts): DiskWatch {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // whoever waits for room listens, and on a full disk everybody does
  let waiting = 0
  let full: FullDisk | null = null

  function tell(next: FullDisk | null): void {
    full = next
    announce({ type: 'disk.changed', full })
  }
  return {
    current: () => full,
    wait() {
      if (waiting++ === 0) tell({ path: folder, since: clock.now() })
      return {
        [Symbol.dispose]: () => {
          if (--waiting === 0) tell(null)
        },
      }
    },
    closing: closing.signal,
    [Symbol.dispose]: () => closing.abort(),
  }
}
