import type { Price } from '../../../shared/cost.ts'
import { PRICE_LISTS } from '../../../shared/prices.ts'
import type { Settings } from '../../../shared/settings.ts'

/** What a model costs; null: nobody knows. */
export type PriceOf = (model: string) => Price | null

/** What is set comes first, then the list prices of the vendors at whose endpoints the models of the settings are asked. */
export function createPrices(settings: () => Pick<Settings, 'model'>): PriceOf {
  return (model) => {
    const { baseUrl, name, fallbacks, prices } = settings().model
    const set = prices.find((each) => each.name === model)
    if (set) return { input: set.input, cached: set.cached ?? set.input, output: set.output }
    const asked = [{ baseUrl, name }, ...fallbacks].find((choice) => choice.name === model)
    const host = asked && URL.parse(asked.baseUrl)?.host
    return PRICE_LISTS.find((list) => list.host === host)?.prices[model] ?? null
  }
}
