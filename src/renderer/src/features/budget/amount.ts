import type { TFunction } from 'i18next'
import type { Amount } from '../../../../shared/budget.ts'
import { compact, money } from '../../lib/figures.ts'

/** Dollars and tokens as words; what is nothing is left out, unless both are. */
export function amountText(
  t: TFunction,
  language: string,
  { micros, tokens, join }: Amount & { readonly join: 'both' | 'either' },
): string {
  const dollars = money(t, language, { micros, known: true })
  const figure = t('budget.tokens', { figure: compact(language, tokens) })
  if (dollars === '') return figure
  return tokens === 0 ? dollars : t(`budget.${join}`, { money: dollars, tokens: figure })
}
