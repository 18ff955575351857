import type { Asked, Price } from './cost.ts'

/** A vendor's list prices without discounts, by the model's name. */
export type PriceList = {
  /** Host of the API; the same name at another host may cost something else. */
  readonly host: string
  /** Where the vendor publishes them. */
  readonly source: string
  /** When that was looked at. */
  readonly asOf: string
  readonly prices: Readonly<Record<string, Price>>
}

const price = (input: number, cached: number, output: number): Price => ({ input, cached, output })

/**
 * Prices that are known without a setting. Vendors whose prices depend on the hour or on the length of a prompt are not
 * here: an unknown price counts tokens, a wrong one misleads.
 */
export const PRICE_LISTS: readonly PriceList[] = [
  {
    host: 'api.openai.com',
    source: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-06-20',
    prices: {
      'gpt-5.2': price(1.75, 0.175, 14),
      'gpt-5.1': price(1.25, 0.125, 10),
      'gpt-5': price(1.25, 0.125, 10),
      'gpt-5-mini': price(0.25, 0.025, 2),
      'gpt-5-nano': price(0.05, 0.005, 0.4),
      'gpt-4.1': price(2, 0.5, 8),
      'gpt-4.1-mini': price(0.4, 0.1, 1.6),
      'gpt-4.1-nano': price(0.1, 0.025, 0.4),
      'gpt-4o': price(2.5, 1.25, 10),
      'gpt-4o-mini': price(0.15, 0.075, 0.6),
    },
  },
]

/** What the vendor asks for it; null: not in a list, or asked elsewhere. */
export const listPriceOf = ({ baseUrl, model }: Asked): Price | null => {
  const host = URL.parse(baseUrl)?.host
  return PRICE_LISTS.find((list) => list.host === host)?.prices[model] ?? null
}
