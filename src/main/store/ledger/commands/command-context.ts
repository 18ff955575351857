import type { PriceOf } from '../../../../shared/cost.ts'
import type { BootId } from '../../../../shared/ids.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Bodies } from '../bodies.ts'
import type { Commit } from '../group-commit.ts'
import type { Tables } from '../tables.ts'

/** What a command of the ledger works with. */
export type CommandContext = {
  readonly tables: Tables
  readonly bodies: Bodies
  readonly commit: Commit
  readonly clock: Clock
  readonly ids: Ids
  readonly bootId: BootId
  readonly priceOf: PriceOf
}
