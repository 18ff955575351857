import type { TFunction } from 'i18next'
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

/** All tokens of some calls. */
export const totalTokens = (usage: Usage): number => usage.input + usage.output
