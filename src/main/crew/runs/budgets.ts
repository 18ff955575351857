import type { Amount, BudgetView } from '../../../shared/budget.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Settings } from '../../../shared/settings.ts'
import { HOUR, startOfDay, startOfNextDay, type Clock } from '../../platform/clock.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { Parking } from './behind-breaker.ts'
import { limitOf, NOTHING, pauseLimit, standingOf, type Standing } from './budget-standing.ts'

export type BudgetPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly settings: () => Settings
  /** Whether somebody could let it go on; a command has nobody, and its agents give up. */
  readonly isAttended: boolean
  /** A budget stands otherwise than before, or somebody waits who did not, or the other way round. */
  readonly onChanged: () => void
  /** A budget is spent; told once for each limit that is reached. */
  readonly onSpent: (budget: BudgetView) => void
}

/** What each conversation may use in a day. All of it is rows and settings; only who waits is memory. */
export type Budgets = Disposable & {
  /** Of conversations that used much of it today, or all. */
  open(): BudgetView[]
  isSpent(id: ConversationId): boolean
  /** Whether nothing of it begins: its budget is spent, and somebody could raise it. Else what begins fails, and says why. */
  holds(id: ConversationId): boolean
  /**
   * Before each step: waits while the budget of the agent's conversation is spent, until a person raises it, another
   * setting does, the day is over, or `signal` aborts. Fails with `budget_spent` where nobody could raise it.
   */
  pass(agent: Parking, signal: AbortSignal): Promise<void>
  /** Lets a conversation go on for today, as far again as the setting says. */
  raise(id: ConversationId): Promise<void>
  /** A setting changed, or another day began. */
  look(): void
}

export function openBudgets(ports: BudgetPorts): Budgets {
  const { ledger, clock, settings } = ports
  const waiters = new Map<Parking, () => void>()
  const told = new Map<ConversationId, string>()
  let timer: Disposable

  function standing(id: ConversationId): Standing {
    const day = startOfDay(clock.now())
    const today = ledger.query.modelCalls.ofDay(id, day)
    return standingOf(today, limitOf(settings(), ledger.query.budgetRaises.find(id, day)), settings())
  }
  const isSpent = (id: ConversationId): boolean => standing(id).state === 'spent'

  function viewOf(conversationId: ConversationId, { state, ...amounts }: Standing): BudgetView[] {
    if (state === 'ok') return []
    const own = [...waiters.keys()].filter((agent) => agent.conversationId === conversationId)
    const runs = own.filter(({ runId }) => runId !== null).length
    return [{ conversationId, state, ...amounts, waiting: { runs, turns: own.length - runs } }]
  }

  /** Says so when a budget comes to stand otherwise; of the way there every fiftieth part. */
  function tell(id: ConversationId, now: Standing): void {
    const before = told.get(id) ?? 'ok'
    const looks =
      now.state === 'ok' ? 'ok' : `${now.state} ${now.fiftieths} ${now.limit.micros} ${now.limit.tokens}`
    told.set(id, looks)
    if (looks === before) return
    ports.onChanged()
    const [spent] = now.state === 'spent' ? viewOf(id, now) : []
    if (spent) ports.onSpent(spent)
  }

  async function wait(agent: Parking, signal: AbortSignal): Promise<void> {
    const released = new Promise<void>((resolve) => waiters.set(agent, resolve))
    const stop = (): void => waiters.get(agent)?.()
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      await agent.park()
      ports.onChanged()
      await released
    } finally {
      waiters.delete(agent)
      signal.removeEventListener('abort', stop)
    }
    await agent.unpark()
    ports.onChanged()
  }

  function look(): void {
    for (const [agent, release] of waiters) if (!isSpent(agent.conversationId)) release()
    ports.onChanged()
  }
  /** Not in one stretch: clocks are set, and computers sleep. */
  function bookLook(): void {
    const untilTomorrow = startOfNextDay(clock.now()) - clock.now()
    timer = clock.setTimer(Math.min(untilTomorrow, HOUR), () => {
      bookLook()
      look()
    })
  }
  bookLook()

  return {
    open: () =>
      ledger.query.modelCalls
        .conversationsOfDay(startOfDay(clock.now()))
        .flatMap((id) => viewOf(id, standing(id))),
    isSpent,
    holds: (id) => ports.isAttended && isSpent(id),
    look,
    async pass(agent, signal) {
      const now = standing(agent.conversationId)
      tell(agent.conversationId, now)
      if (now.state !== 'spent' || signal.aborted) return
      if (!ports.isAttended) throw new AppError('budget_spent', "Today's budget is spent.")
      await wait(agent, signal)
    },
    async raise(conversationId) {
      if (!ledger.query.conversations.find(conversationId))
        throw new AppError('not_found', `No conversation ${conversationId}.`)
      const day = startOfDay(clock.now())
      const { today } = standing(conversationId)
      await ledger.budgets.raise({ conversationId, day, ...sum(today, pauseLimit(settings())) })
      look()
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }
}

const sum = (one: Amount, other: Amount = NOTHING): Amount => ({
  micros: one.micros + other.micros,
  tokens: one.tokens + other.tokens,
})
