import { MINUTE, SECOND, type Millis } from '../../platform/clock.ts'
import { MAX_RETRY_AFTER_MS } from './policy.ts'
import type { Refusal } from './refusal.ts'

/**
 * How long the endpoint asks us to wait, in ms: by header, in seconds or as a date, or in its words.
 * @returns null when it does not say, or asks for something that cannot be meant
 */
export function retryAfterMs({ headers, message }: Refusal, now: Millis): Millis | null {
  const wait = fromHeaders(headers, now) ?? fromWords(message)
  return wait === null || wait > MAX_RETRY_AFTER_MS ? null : Math.max(0, Math.round(wait))
}

function fromHeaders(headers: Headers | null, now: Millis): Millis | null {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (!Number.isNaN(exact)) return exact
  const header = headers?.get('retry-after')?.trim()
  if (!header) return null
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * SECOND
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : date - now
}

const UNIT: Readonly<Record<string, Millis>> = { ms: 1, s: SECOND, m: MINUTE, h: 60 * MINUTE }

/** "Please try again in 1m2.5s", "retry in 32.1s", "try again in 20 seconds". */
function fromWords(message: string): Millis | null {
  const [, words] =
    /(?:try again|retry)[^.\d]{0,20} in ((?:\d+(?:\.\d+)?\s?(?:ms|s|m|h)[a-z]*\s?)+)/i.exec(message) ?? []
  if (words === undefined) return null
  const parts = [...words.matchAll(/(\d+(?:\.\d+)?)\s?(ms|s|m|h)/gi)]
  return parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT[unit.toLowerCase()] ?? 0),
    0,
  )
}
