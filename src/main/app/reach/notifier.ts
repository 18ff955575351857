import type { ApprovalView } from '../../../shared/approval.ts'
import type { BudgetView } from '../../../shared/budget.ts'
import type { BreakerView } from '../../../shared/breaker.ts'
import type { ConversationView } from '../../../shared/conversation.ts'
import type { RunView } from '../../../shared/delegation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Settings } from '../../../shared/settings.ts'
import { SECOND, type Clock, type Millis } from '../../platform/clock.ts'
import type { SystemTexts } from '../texts.ts'
import {
  approvalNotice,
  breakerNotice,
  budgetNotice,
  delegationNotice,
  failureNotice,
  isOverBreaker,
  isOverBudget,
  summaryNotice,
  type Notice,
} from './notice.ts'

/** What comes within this time of a notification becomes one with it. Source: desktop, "Reaching the user". */
export const GATHER_MS: Millis = 5 * SECOND

export type NotifierParts = {
  readonly clock: Clock
  readonly texts: SystemTexts
  readonly switches: () => Settings['notifications']
  /** Whether a person has this conversation in front of them. */
  readonly isLookedAt: (conversationId: ConversationId) => boolean
  /** Shows a notification; disposed when it is void. */
  readonly show: (notice: Notice, isUpdate: boolean) => Disposable
}

/** Tells a person who is elsewhere. Told by rows of the ledger, so that losing a notification loses nothing. */
export interface Notifier extends Disposable {
  /** All runs of one delegation have ended; their rows as they are now. */
  delegationEnded(runs: readonly RunView[]): void
  /** A question was put or was answered. */
  approvalChanged(approval: ApprovalView): void
  /** An endpoint refuses us; the conversation is the first that met it. */
  breakerOpened(breaker: BreakerView, conversationId: ConversationId): void
  /** All that are open now. */
  breakersChanged(open: readonly BreakerView[]): void
  /** A conversation has used what it may use today. */
  budgetSpent(budget: BudgetView): void
  /** All that are warned or spent now. */
  budgetsChanged(budgets: readonly BudgetView[]): void
  /** A turn ended; the conversation's row as it is now. */
  turnEnded(conversation: ConversationView): void
}

/**
 * The first notice after a quiet time, and any that needs a person, shows at once; others wait until the time to gather
 * is over. What shows then replaces what showed before it, so that within this time there is one notification.
 */
export function createNotifier(parts: NotifierParts): Notifier {
  const { clock, texts } = parts
  /** What the last notification tells, or will tell once the time to gather is over. */
  let gathered: Notice[] = []
  let shown: Disposable | null = null
  let isStale = false
  let gathering: Disposable | null = null

  function add(notice: Notice | null): void {
    if (notice === null || !parts.switches()[notice.kind] || parts.isLookedAt(notice.conversationId)) return
    if (gathering === null) startGathering()
    gathered = [...gathered.filter(({ subject }) => subject !== notice.subject), notice]
    isStale = true
    if (shown === null || notice.kind === 'needsYou') present()
  }

  function startGathering(): void {
    gathered = []
    shown = null
    gathering = clock.setTimer(GATHER_MS, () => {
      gathering = null
      if (isStale) present()
    })
  }

  /** Shows what was gathered in place of what is shown. */
  function present(): void {
    isStale = false
    const isUpdate = shown !== null
    shown?.[Symbol.dispose]()
    const [first, ...others] = gathered
    shown = first ? parts.show(summaryNotice([first, ...others], texts), isUpdate) : null
  }

  /** A notification that tells of other things too stays: closing and showing it again would disturb a second time. */
  function withdraw(subject: string): void {
    const kept = gathered.filter((notice) => notice.subject !== subject)
    if (kept.length === gathered.length) return
    gathered = kept
    if (kept.length === 0) present()
    else if (gathering) isStale = true
  }

  return {
    delegationEnded: (runs) => add(delegationNotice(runs, texts)),
    approvalChanged(approval) {
      if (approval.state === 'pending') add(approvalNotice(approval, texts))
      else withdraw(approval.id)
    },
    breakerOpened: (breaker, conversationId) => add(breakerNotice(breaker, conversationId, texts)),
    breakersChanged(open) {
      for (const notice of gathered) if (isOverBreaker(notice, open)) withdraw(notice.subject)
    },
    budgetSpent: (budget) => add(budgetNotice(budget, texts)),
    budgetsChanged(budgets) {
      for (const notice of gathered) if (isOverBudget(notice, budgets)) withdraw(notice.subject)
    },
    turnEnded: (conversation) => add(failureNotice(conversation, texts)),
    [Symbol.dispose]: () => gathering?.[Symbol.dispose](),
  }
}
