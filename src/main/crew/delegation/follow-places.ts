import type { RunId } from '../../../shared/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import { LAST_PLACE_TOLD } from '../../store/ledger/tables/runs.ts'
import type { Announcements } from '../runs/announcements.ts'

export type PlacePorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly announcements: Announcements
}

/** Says outward of each queued run when its place is another: one that begins, or ends, moves all behind it. */
export function followPlaces({ ledger, clock, announcements }: PlacePorts): { tell(): void } {
  let told = new Map<RunId, number>()
  let isBooked = false

  function tellNow(): void {
    isBooked = false
    const ids = ledger.query.runs.queuedIds(LAST_PLACE_TOLD)
    const places = new Map(ids.map((id, index) => [id, index + 1]))
    for (const [id, place] of places) if (told.get(id) !== place) announcements.run(id)
    told = places
  }
  return {
    /** Soon, and once for all that changes in this moment. */
    tell() {
      if (isBooked) return
      isBooked = true
      clock.setSoon(tellNow)
    },
  }
}
