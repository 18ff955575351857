import type { Announce } from '../../shared/events.ts'
import type { Host } from './host.ts'
import type { Power } from './power.ts'
import type { Reach } from './reach.ts'

/** Where news goes: nowhere until windows and tray are there. What they missed they read from the ledger. */
export type Outlets = {
  host: Host | null
  reach: Reach | null
  power: Power | null
  readonly announce: Announce
}

export function createOutlets(): Outlets {
  const outlets: Outlets = {
    host: null,
    reach: null,
    power: null,
    announce(event) {
      outlets.host?.announce(event)
      outlets.reach?.announce(event)
      outlets.power?.announce(event)
    },
  }
  return outlets
}
