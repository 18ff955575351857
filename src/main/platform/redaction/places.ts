import { MASKED } from './mask.ts'
import { isOpaque, isPlaceholder } from './opaque.ts'
import { spansOf, type Rule, type Span } from './span.ts'

/** Places where a secret stands whatever it looks like. Each names its group `secret`. */
const SURE: readonly RegExp[] = [
  /(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token|bot|apikey)\s+(?<secret>[^\s"'`,;\\<]+)/dgi,
  /\bbearer\s+(?<secret>[A-Za-z0-9._~+/-]{20,}=*)/dgi,
  /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'`]{0,200}:(?<secret>[^\s/@"'`]{1,400})@/dgi,
  /hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[A-Za-z0-9/_-]{20,})/dg,
  /discord(?:app)?\.com\/api\/webhooks\/\d+\/(?<secret>[\w-]{30,})/dg,
  /\bcurl\b[^\n]{0,2000}?\s(?:-u|--user)\s*["']?[^\s:"']+:(?<secret>[^\s"']+)/dg,
  /\bsshpass\s+-p\s*["']?(?<secret>[^\s"']+)/dg,
  /\bmysql(?:dump|admin)?\b[^\n]{0,500}?\s-p(?<secret>[^\s"'-][^\s"']{3,})/dg,
  /\bidentified\s+by\s+(?:password\s+)?'(?<secret>[^'\n]+)'/dgi,
  /\bpassword\s+'(?<secret>[^'\n]+)'/dgi,
  /\blogin\s+\S+\s+password\s+(?<secret>\S+)/dg,
  /ConvertTo-SecureString\s+(?:-String\s+)?["'](?<secret>[^"'\n]+)/dgi,
  /[?&;](?:sig|signature|x-amz-signature|x-goog-signature|x-amz-security-token)=(?<secret>[A-Za-z0-9%+/=_-]{16,})/dgi,
]

/** A token instead of a user's name: `https://TOKEN@host`. */
const BARE_USER = /[a-z][a-z0-9+.-]{1,20}:\/\/(?<secret>[^\s/:@"'`]{16,400})@/dgi

const PRIVATE_KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s)*/g

/** To the end of the text when the end of the key was cut off. Line ends may be escaped. */
function findPrivateKeys(text: string): Span[] {
  return [...text.matchAll(PRIVATE_KEY_BEGINS)].flatMap(({ index, 0: header }) => {
    const start = index + header.length
    const end = text.indexOf('-----', start)
    const body = text.slice(start, end < 0 ? text.length : end).trimEnd()
    const length = body.replace(/(?:\\[nr])+$/, '').length
    return length === 0 ? [] : [{ start, end: start + length, mask: MASKED }]
  })
}

/** Headers, addresses, commands and blocks that hold secrets by their nature. */
export const findPlaced: Rule = (text) => [
  ...SURE.flatMap((pattern) => meant(text, spansOf(text, pattern))),
  ...spansOf(text, BARE_USER).filter(({ start, end }) => isOpaque(text.slice(start, end))),
  ...findPrivateKeys(text),
]

const meant = (text: string, spans: readonly Span[]): Span[] =>
  spans.filter(({ start, end }) => !isPlaceholder(text.slice(start, end)))
