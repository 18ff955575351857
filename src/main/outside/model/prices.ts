import type { PriceOf } from '../../../shared/cost.ts'
import { listPriceOf } from '../../../shared/prices.ts'
import type { Settings } from '../../../shared/settings.ts'

/** What is set comes first, then the list price of the vendor that is asked. */
export function createPrices(settings: () => Pick<Settings, 'model'>): PriceOf {
  return (asked) => {
    const set = settings().model.prices.find(({ name }) => name === asked.model)
    if (set) return { input: set.input, cached: set.cached ?? set.input, output: set.output }
    return listPriceOf(asked)
  }
}
