import type { ConversationId, DelegationId, TurnId } from '../../../shared/ids.ts'
import { keepPartial, type PartialKeeper, type PartialText } from '../runs/partial-keeper.ts'
import { runTurn, type TurnPorts } from './run-turn.ts'

type LiveTurn = {
  readonly stop: AbortController
  readonly partial: PartialKeeper
  readonly over: Promise<void>
}

/** The turns that run in this process: at most one a conversation, each followed by what waited behind it. */
export type Turns = {
  /** Runs a turn that the ledger has just started because a person wants it. */
  begin(id: TurnId, conversationId: ConversationId): void
  /** Answers the first message that waits. False when there is none, or when a turn is live and will be followed by it. */
  sendNext(conversationId: ConversationId): Promise<boolean>
  /** Starts a turn for what the inbox holds, unless one is live and will take it anyway. */
  wake(conversationId: ConversationId): Promise<void>
  /** Ends the answer under way; resolves when it has ended. */
  stop(conversationId: ConversationId): Promise<void>
  /** The same, and nothing that comes in begins a turn until a person does. */
  rest(conversationId: ConversationId): Promise<void>
  partial(conversationId: ConversationId): PartialText
  /** No turn begins from here on; those at work are left as they are for the next start. */
  close(): Promise<void>
}

export function createTurns(ports: TurnPorts): Turns {
  const { ledger, clock, logger, announcements } = ports
  const live = new Map<ConversationId, LiveTurn>()
  const resting = new Set<ConversationId>()
  let isClosing = false

  function begin(id: TurnId, conversationId: ConversationId, isDeliberate = true): void {
    resting.delete(conversationId)
    const stop = new AbortController()
    const partial = keepPartial(clock, (text) => {
      ledger.journal
        .savePartial({ conversationId, runId: null }, text)
        .catch((error: unknown) => logger.error('turn.partial_unwritten', { error }))
    })
    const over = run(id, { conversationId, stop, partial, isDeliberate }).catch((error: unknown) =>
      logger.error('turn.bookkeeping_failed', { turnId: id, error }),
    )
    live.set(conversationId, { stop, partial, over })
  }

  /** Another turn may have begun in the moment in which this one ended. */
  function forget(conversationId: ConversationId, stop: AbortController): void {
    if (live.get(conversationId)?.stop === stop) live.delete(conversationId)
  }

  async function run(id: TurnId, running: Running): Promise<void> {
    const { conversationId, stop, partial, isDeliberate } = running
    const conversation = ledger.query.conversations.find(conversationId)
    if (!conversation) return
    announcements.conversation(conversationId)
    const state = await runTurn(ports, { id, conversation, partial, isDeliberate, signal: stop.signal })
    partial[Symbol.dispose]()
    forget(conversationId, stop)
    // What failed would fail again: what waits behind it goes on waiting, until a person says so.
    if (isClosing || state === 'failed') return
    const hasMore = await sendNext(conversationId)
    if (!hasMore && state === 'completed') await wake(conversationId)
  }

  async function sendNext(conversationId: ConversationId): Promise<boolean> {
    const queued = await ledger.conversations.sendQueued(conversationId)
    if (!queued) return false
    announcements.entry(queued.entry)
    announcements.queue(conversationId)
    begin(queued.turnId, conversationId)
    return true
  }

  async function wake(conversationId: ConversationId): Promise<void> {
    if (isClosing || resting.has(conversationId) || !hasWakingDelivery(conversationId)) return
    if (ports.budgets.holds(conversationId)) return // what came in waits in the inbox until a person says go on
    const turnId = await ledger.conversations.startTurn(conversationId, 'delivery')
    if (turnId !== null) begin(turnId, conversationId, false)
  }

  async function stop(conversationId: ConversationId): Promise<void> {
    const turn = live.get(conversationId)
    turn?.stop.abort()
    await turn?.over
  }

  /**
   * What an earlier start of the app dispatched waits for a person: nobody may be there to read an answer to it. Unless
   * this process was started to carry this very conversation on.
   */
  const hasWakingDelivery = (conversationId: ConversationId): boolean =>
    ledger.query.deliveries
      .pending(conversationId, null)
      .some(({ delegationId }) => ports.carriesOn(conversationId) || isFresh(delegationId))
  const isFresh = (id: DelegationId): boolean => ledger.query.delegations.find(id)?.bootId === ledger.bootId

  return {
    begin,
    sendNext,
    wake,
    stop,
    rest(conversationId) {
      resting.add(conversationId)
      return stop(conversationId)
    },
    partial: (conversationId) => live.get(conversationId)?.partial.current() ?? { text: '', thinking: '' },
    async close() {
      isClosing = true
      // A question that was asked stays asked: the next start shows it again.
      const isAsking = (id: ConversationId): boolean =>
        ledger.query.conversations.find(id)?.turn === 'waiting'
      const ending = [...live].filter(([id]) => !isAsking(id)).map(([, turn]) => turn)
      for (const { stop } of ending) stop.abort()
      await Promise.all(ending.map(({ over }) => over))
    },
  }
}

type Running = Pick<LiveTurn, 'stop' | 'partial'> & {
  readonly conversationId: ConversationId
  readonly isDeliberate: boolean
}
