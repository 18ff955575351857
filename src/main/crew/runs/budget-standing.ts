import type { Amount, SpentToday } from '../../../shared/budget.ts'
import type { Settings } from '../../../shared/settings.ts'

export const NOTHING: Amount = { micros: 0, tokens: 0 }

/** Where a conversation stands today. */
export type Standing = {
  readonly state: 'ok' | 'warned' | 'spent'
  readonly today: SpentToday
  readonly limit: Amount
  /** How much of the limit is used, in fiftieths, whole. */
  readonly fiftieths: number
}

const toAmount = (dollars: number, millionTokens: number): Amount => ({
  micros: dollars * 1_000_000,
  tokens: millionTokens * 1_000_000,
})

/** Where a conversation pauses, as it is set. */
export const pauseLimit = ({ budgets }: Settings): Amount =>
  toAmount(budgets.pauseDollars, budgets.pauseMillionTokens)

/** Where it pauses today: what is set, or further where a person said so. */
export function limitOf(settings: Settings, raised: Amount | null): Amount {
  const set = pauseLimit(settings)
  return {
    micros: Math.max(set.micros, raised?.micros ?? 0),
    tokens: Math.max(set.tokens, raised?.tokens ?? 0),
  }
}

/** A limit is reached, not passed: dollars and tokens count each for itself, the further one decides. */
export function standingOf(today: SpentToday, limit: Amount, { budgets }: Settings): Standing {
  const warning = toAmount(budgets.warnDollars, budgets.warnMillionTokens)
  const reaches = (mark: Amount): boolean => today.micros >= mark.micros || today.tokens >= mark.tokens
  const state = reaches(limit) ? 'spent' : reaches(warning) ? 'warned' : 'ok'
  const share = Math.max(today.micros / limit.micros, today.tokens / limit.tokens)
  return { state, today, limit, fiftieths: Math.floor(50 * share) }
}
