import { onTestFinished } from 'vitest'
import type { Price, PriceOf } from '../../shared/cost.ts'
import { BootId } from '../../shared/ids.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { openLedger, type Ledger } from '../store/ledger/open-ledger.ts'
import { createCountedIds } from './counted-ids.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type TemporaryLedger = {
  readonly ledger: Ledger
  readonly clock: ManualClock
  readonly ids: Ids
  readonly dataFolder: string
  /** What models cost; nothing is known at first. */
  readonly prices: Map<string, Price>
  /** Another start of the app over the same folder. This one stays open and does not know: a process that is dead to others. */
  nextBoot(): TemporaryLedger
}

type Place = Pick<TemporaryLedger, 'clock' | 'ids' | 'dataFolder' | 'prices'>

/** A real ledger in a folder of its own, with counted ids and a clock that stands still; gone when the test is over. */
export const openTemporaryLedger = (): TemporaryLedger =>
  openBoot({
    clock: createManualClock(),
    ids: createCountedIds(),
    dataFolder: temporaryFolder(),
    prices: new Map(),
  })

function openBoot(place: Place): TemporaryLedger {
  const bootId = BootId.parse(place.ids.next('boot'))
  const priceOf: PriceOf = ({ model }) => place.prices.get(model) ?? null
  const ledger = openLedger({ ...place, priceOf, clock: datedBy(place.clock), bootId, pid: process.pid })
  onTestFinished(() => ledger[Symbol.asyncDispose]())
  return { ...place, ledger, nextBoot: () => openBoot(place) }
}

/** Rows get the test's date; commits are gathered over real milliseconds, so that awaiting one never needs a turn of the clock. */
export const datedBy = ({ now }: Clock): Clock => ({ ...systemClock, now })
