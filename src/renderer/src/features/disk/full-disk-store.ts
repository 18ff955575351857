import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HostSnapshot } from '../../../../shared/calls.ts'
import type { FullDisk } from '../../../../shared/full-disk.ts'
import type { NumberedEvent } from '../../lib/feed.ts'

/** Whether work waits for room on the disk. */
export type Disk = { readonly full: FullDisk | null }
export type DiskStore = StoreApi<Disk>

export const diskOf = ({ fullDisk }: HostSnapshot): Disk => ({ full: fullDisk })

export const createDiskStore = (): DiskStore => createStore(() => ({ full: null }))

/** Each event tells how it is now; the last one holds. */
export function applyToDisk(store: DiskStore, events: readonly NumberedEvent[]): void {
  for (const { event } of events) if (event.type === 'disk.changed') store.setState({ full: event.full })
}
