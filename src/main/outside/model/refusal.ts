/** What an endpoint said when it gave no answer, whether as an HTTP error or in the middle of a stream. */
export type Refusal = {
  /** Null in the middle of a stream: the status was 200 then. */
  readonly status: number | null
  /** Vendors' machine words, joined: `code`, `type`, `status`; lower case. */
  readonly kind: string
  /** Vendors' words for people; may be a web page, may be empty. */
  readonly message: string
  readonly headers: Headers | null
}

type ErrorBody = Readonly<Record<string, unknown>>

/**
 * Reads a vendor's error body: `{error: {…}}`, its contents alone, `{error: "…"}`, `{message: …}`, `{detail: …}`,
 * or a list with one of these (Gemini).
 */
export function toRefusal(status: number | null, body: unknown, headers: Headers | null): Refusal {
  const error = unwrap(body)
  if (typeof error === 'string') return { status, kind: '', message: error, headers }
  return {
    status: status ?? statusIn(error),
    kind: [error.code, error.type, error.status].filter(isWord).join(' ').toLowerCase(),
    message: [error.message, error.detail, error.msg].find(isText) ?? '',
    headers,
  }
}

function unwrap(body: unknown): ErrorBody | string {
  if (Array.isArray(body)) return unwrap(body[0])
  if (typeof body === 'string') return body
  if (typeof body !== 'object' || body === null) return {}
  return 'error' in body && body.error !== null ? unwrap(body.error) : { ...body }
}

/** OpenRouter puts the status that its own provider answered with into a stream of status 200. */
const statusIn = ({ code, status }: ErrorBody): number | null =>
  [code, status].map(Number).find((number) => number >= 400 && number < 600) ?? null

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isWord = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
