import type { TFunction } from 'i18next'
import type { Cost } from '../../../shared/cost.ts'
import type { Usage } from '../../../shared/usage.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A length of time in the two largest units that matter: `840 ms`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(t: TFunction, ms: number): string {
  if (ms < SECOND) return t('figures.milliseconds', { ms: Math.max(0, Math.round(ms)) })
  if (ms < MINUTE) return t('figures.seconds', { s: Math.floor(ms / SECOND) })
  if (ms < HOUR)
    return t('figures.minutes', { m: Math.floor(ms / MINUTE), s: Math.floor((ms % MINUTE) / SECOND) })
  return t('figures.hours', { h: Math.floor(ms / HOUR), m: Math.floor((ms % HOUR) / MINUTE) })
}

/** How long ago, in one unit; for lists, where a glance must do. */
export function ago(t: TFunction, ms: number): string {
  if (ms < MINUTE) return t('figures.justNow')
  if (ms < HOUR) return t('figures.minutesAgo', { count: Math.floor(ms / MINUTE) })
  if (ms < DAY) return t('figures.hoursAgo', { count: Math.floor(ms / HOUR) })
  return t('figures.daysAgo', { count: Math.floor(ms / DAY) })
}

/** A large whole number in few characters, as the language writes it: `12.4K`, `1.2万`. */
export const compact = (language: string, value: number): string =>
  new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** Below this a cent would round the price away. */
const FINE_MICROS = 100_000

/** Dollars as the language writes them. */
export function dollars(language: string, micros: number): string {
  const maximumFractionDigits = micros < FINE_MICROS ? 4 : 2
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits,
  })
  return format.format(micros / 1_000_000)
}

/**
 * What calls cost. Where some prices are not known, at least that much; where somebody did not report, an estimate.
 * @returns empty when nothing with a known price was asked
 */
export function money(t: TFunction, language: string, { micros, known, estimated }: Cost): string {
  if (micros === 0) return ''
  const figure = dollars(language, micros)
  if (known) return figure
  return t(estimated ? 'figures.estimatedAtLeast' : 'figures.atLeast', { figure })
}

/** All tokens of some calls, in few characters. Empty when there were none. */
export function tokenCount(t: TFunction, language: string, { usage, cost }: Spent): string {
  const tokens = usage.input + usage.output
  if (tokens === 0) return ''
  const figure = compact(language, tokens)
  return cost.estimated ? t('figures.estimated', { figure }) : figure
}

type Spent = { readonly usage: Usage; readonly cost: Cost }
