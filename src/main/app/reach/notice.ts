import type { ApprovalView } from '../../../shared/approval.ts'
import type { BudgetView } from '../../../shared/budget.ts'
import type { BreakerView } from '../../../shared/breaker.ts'
import type { ConversationView } from '../../../shared/conversation.ts'
import type { RunView } from '../../../shared/delegation.ts'
import type { ConversationId, RunId } from '../../../shared/ids.ts'
import type { Settings } from '../../../shared/settings.ts'
import { statusOf } from '../../../shared/status.ts'
import type { SystemTexts } from '../texts.ts'
import { shorten } from './tray-menu.ts'

/** Something that a person who is elsewhere should know. `kind` names the switch in the settings. */
export type Notice = {
  readonly kind: keyof Settings['notifications']
  readonly title: string
  readonly body: string
  /** What a click opens. */
  readonly conversationId: ConversationId
  readonly runId: RunId | null
  /** Notices with the same subject replace each other. */
  readonly subject: string
  /** The jobs whose end it tells; absent where it tells of something else. */
  readonly ended?: Ended
}

type Ended = { readonly ok: number; readonly failed: number }

/**
 * One notice for a whole delegation, whose rows are final. Null when nobody asked for one: a person stopped it, or it
 * is a part of another delegation, which will tell when it ends.
 */
export function delegationNotice(runs: readonly RunView[], { text }: SystemTexts): Notice | null {
  const told = runs.filter(({ parentRunId }) => parentRunId === null)
  const [first] = told
  if (!first || told.every(({ state }) => state === 'stopped')) return null
  const failed = told.filter(isBad).length
  const ok = told.length - failed
  return {
    kind: failed === 0 ? 'finished' : 'failed',
    title: endedTitle({ ok, failed }, text),
    body: told
      .slice(0, MAX_BODY_LINES)
      .map((run) => endedLine(run, text))
      .join('\n'),
    conversationId: first.conversationId,
    runId: told.length === 1 ? first.id : null,
    subject: first.delegationId,
    ended: { ok, failed },
  }
}

export const approvalNotice = (approval: ApprovalView, { text }: SystemTexts): Notice => ({
  kind: 'needsYou',
  title: text('notifications.needsYouTitle'),
  body: text('notifications.needsYouBody', {
    asker: approval.asker,
    tool: approval.tool,
    target: shorten(approval.target),
  }),
  conversationId: approval.conversationId,
  runId: approval.runId,
  subject: approval.id,
})

/** An endpoint that refuses everybody. Told once, however many wait behind it. */
export const breakerNotice = (
  { id, origin, code, details }: BreakerView,
  conversationId: ConversationId,
  { text, errorTitle }: SystemTexts,
): Notice => ({
  kind: 'needsYou',
  title: text('notifications.breakerTitle'),
  body: text('notifications.breakerBody', { reason: errorTitle({ code, details }), origin }),
  conversationId,
  runId: null,
  subject: breakerSubject(id),
})

/** A conversation that has used what it may use today. */
export const budgetNotice = ({ conversationId }: BudgetView, { text }: SystemTexts): Notice => ({
  kind: 'needsYou',
  title: text('notifications.budgetTitle'),
  body: text('notifications.budgetBody'),
  conversationId,
  runId: null,
  subject: budgetSubject(conversationId),
})

const BUDGET = 'budget '
const budgetSubject = (id: string): string => `${BUDGET}${id}`

/** Whether a notice tells of a budget that is not spent any more. */
export const isOverBudget = ({ subject }: Notice, budgets: readonly BudgetView[]): boolean =>
  subject.startsWith(BUDGET) &&
  !budgets.some(({ state, conversationId }) => state === 'spent' && budgetSubject(conversationId) === subject)

const BREAKER = 'breaker '
const breakerSubject = (id: string): string => `${BREAKER}${id}`

/** Whether a notice tells of a breaker that is not open any more. */
export const isOverBreaker = ({ subject }: Notice, open: readonly BreakerView[]): boolean =>
  subject.startsWith(BREAKER) && !open.some(({ id }) => breakerSubject(id) === subject)

/** A turn that ended without an answer. Null when a person stopped it, or when it did not fail. */
export function failureNotice(
  conversation: ConversationView,
  { text, errorTitle }: SystemTexts,
): Notice | null {
  const { id, failure, title } = conversation
  if (failure === null || failure.code === 'stopped') return null
  return {
    kind: 'failed',
    title: text('notifications.turnFailedTitle'),
    body: text('notifications.turnFailedBody', {
      title: title || text('notifications.untitled'),
      reason: errorTitle(failure),
    }),
    conversationId: id,
    runId: null,
    subject: `failure ${id}`,
  }
}

/** Several notices told as one; a click opens what the last of them opens. */
export function summaryNotice(notices: readonly [Notice, ...Notice[]], { text }: SystemTexts): Notice {
  const [first] = notices
  if (notices.length === 1) return first
  return {
    ...(notices.at(-1) ?? first),
    kind: notices.find(({ kind }) => kind !== 'finished')?.kind ?? 'finished',
    title: summaryTitle(notices, text),
    body: notices
      .slice(0, MAX_BODY_LINES)
      .map(({ title, body }) => shorten(`${title}: ${body}`, MAX_LINE_LENGTH))
      .join('\n'),
  }
}

function summaryTitle(notices: readonly Notice[], text: SystemTexts['text']): string {
  const count = notices.length
  if (notices.every(({ kind }) => kind === 'needsYou'))
    return text('notifications.needsYouTitleMany', { count })
  const ended = notices.flatMap((notice) => notice.ended ?? [])
  if (ended.length < count) return text('notifications.severalTitle', { count })
  const sum = (of: keyof Ended): number => ended.reduce((total, counts) => total + counts[of], 0)
  return endedTitle({ ok: sum('ok'), failed: sum('failed') }, text)
}

function endedTitle({ ok, failed }: Ended, text: SystemTexts['text']): string {
  if (failed === 0) return text('notifications.finishedTitle', { count: ok })
  if (ok === 0) return text('notifications.failedTitle', { count: failed })
  return text('notifications.mixedTitle', { ok, failed })
}

/** Systems cut longer bodies anyway, each somewhere else. */
const MAX_BODY_LINES = 4
const MAX_LINE_LENGTH = 80

const isBad = (run: RunView): boolean => {
  const { tone } = statusOf(run)
  return run.state !== 'stopped' && (tone === 'failed' || run.state !== 'completed')
}

function endedLine(run: RunView, text: SystemTexts['text']): string {
  return text('notifications.endedBody', {
    title: shorten(run.goal),
    status: text(`status.${statusOf(run).word}`),
    duration: formatDuration((run.endedAt ?? run.createdAt) - run.createdAt),
  })
}

/** 42 s, 3:05, 1:02:09: short, and the same in every language. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const pad = (value: number): string => String(value).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (seconds < 60) return `${s} s`
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}

/** For bodies on Linux, which are markup: what a model wrote must not become part of it. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
