import type { Details } from '../../../shared/errors.ts'
import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelFailure } from '../../core/agent/ports.ts'
import type { Millis } from '../../platform/clock.ts'
import { hostOf } from './origin.ts'
import { isOverflow } from './overflow.ts'
import { MAX_MESSAGE_LENGTH } from './policy.ts'
import type { Refusal } from './refusal.ts'
import { retryAfterMs } from './retry-after.ts'

type Code = ModelFailure['code']
type Rule = (refusal: Refusal) => boolean

const isClientError: Rule = ({ status }) => status === null || (status >= 400 && status < 500)

const speaksOf =
  (words: RegExp): Rule =>
  (refusal) =>
    isClientError(refusal) && words.test(`${refusal.kind} ${refusal.message}`)

const SPENT =
  /insufficient[ _](quota|balance|credits?)|credit balance|billing|arrearage|exceeded_current_quota|exceeded your current quota|used all available credits|余额不足|欠费/i
const BAD_KEY =
  /(invalid|incorrect|wrong|missing)[ _]api[ _]?key|api[ _]key (not valid|invalid)|authentication_error/i
const NO_MODEL = /model[^.]{0,80}(not found|not exist|does ?n[o']t exist)|model_not_found|not a valid model/i
/** Said of one request, not of the account, hence no case for the breaker. */
const MODERATED = /moderation|flagged/i
const TOO_MANY = /rate.?limit|too many requests/i

/** The first rule that holds decides. Order matters: a spent quota and a rate limit both come as 429. */
const RULES: readonly (readonly [Code, Rule])[] = [
  ['model_unauthorized', ({ status }) => status === 401],
  ['model_overflow', isOverflow],
  ['model_no_credit', ({ status }) => status === 402],
  ['model_no_credit', (refusal) => speaksOf(SPENT)(refusal) && !isShortWait(refusal)],
  ['model_rate_limited', ({ status }) => status === 429],
  ['model_unauthorized', speaksOf(BAD_KEY)],
  ['model_rejected', (refusal) => refusal.status === 403 && speaksOf(MODERATED)(refusal)],
  ['model_forbidden', ({ status }) => status === 403],
  ['model_unknown', ({ status }) => status === 404],
  ['model_unknown', speaksOf(NO_MODEL)],
  ['model_timeout', ({ status }) => status === 408],
  ['model_rate_limited', (refusal) => refusal.status === null && speaksOf(TOO_MANY)(refusal)],
  ['model_rejected', ({ status }) => status !== null && status < 500],
]

/** Gemini calls a limit per minute a spent quota too, but then says when it is over. */
const isShortWait: Rule = (refusal) => refusal.status === 429 && retryAfterMs(refusal, 0) !== null

/** Says what an endpoint's refusal means for us. What no rule knows is the endpoint's own failure. */
export function failureOfRefusal(refusal: Refusal, endpoint: ModelEndpoint, now: Millis): ModelFailure {
  const code = RULES.find(([, holds]) => holds(refusal))?.[0] ?? 'model_unavailable'
  const target = refusal.headers?.get('location')
  return modelFailure(code, endpoint, {
    ...(refusal.status === null ? {} : { status: refusal.status }),
    ...(target ? { target: hostOf(target) } : {}),
    ...(refusal.kind === '' ? {} : { reason: refusal.kind }),
    message: refusal.message,
    retryAfterMs: retryAfterMs(refusal, now),
  })
}

type Facts = {
  readonly status?: number
  /** Host that a redirect points at. */
  readonly target?: string
  /** The machine's name of what went wrong, e.g. `ECONNREFUSED` or `insufficient_quota`. */
  readonly reason?: string
  /** Words of the endpoint, uncleaned. */
  readonly message?: string
  readonly retryAfterMs?: number | null
}

/** A failure whose details are safe to show, log and send: the host, what is known, and never the key. */
export function modelFailure(code: Code, endpoint: ModelEndpoint, facts: Facts = {}): ModelFailure {
  const { message = '', retryAfterMs: wait = null, ...known } = facts
  const words = cleanMessage(message, endpoint.key)
  const details: Details = {
    host: hostOf(endpoint.baseUrl),
    ...(endpoint.model === '' ? {} : { model: endpoint.model }),
    ...known,
    ...(words === '' ? {} : { message: words }),
  }
  return { code, details, retryAfterMs: wait }
}

/** One line without the key, whole or as vendors half hide it, and without web pages. */
function cleanMessage(message: string, key: string): string {
  if (/^\s*<(!doctype|html)/i.test(message)) return ''
  const hidden = key.length < 4 ? message : message.replaceAll(key, '•••')
  const line = hidden
    .replace(/\b(sk|pk|rk|gsk|xai|key)-[\w*.-]{6,}/gi, '•••')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : line
}
