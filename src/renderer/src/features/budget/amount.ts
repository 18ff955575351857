import type { TFunction } from 'i18next'
import type { Amount } from '../../../../shared/budget.ts'
import { compact, dollars } from '../../lib/figures.ts'

type Words = Amount & { readonly join: 'both' | 'either' }

/** Dollars and tokens as words; what is nothing is left out, unless both are. */
export function amountText(t: TFunction, language: string, { micros, tokens, join }: Words): string {
  const figure = t('budget.tokens', { figure: compact(language, tokens) })
  if (micros === 0) return figure
  const money = dollars(language, micros)
  return tokens === 0 ? money : t(`budget.${join}`, { money, tokens: figure })
}
