import type { ConversationView } from '../../../shared/conversation.ts'
import { toAppError, type WireError } from '../../../shared/errors.ts'
import type { Entry } from '../../../shared/entry.ts'
import type { ConversationId, TurnId } from '../../../shared/ids.ts'
import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { CallUsage } from '../../../shared/usage.ts'
import { growJournal } from '../../core/agent/journal.ts'
import type { Onlooker, ToolBox } from '../../core/agent/ports.ts'
import { runAgent, type AgentEnd } from '../../core/agent/run-agent.ts'
import { pause, type Clock } from '../../platform/clock.ts'
import type { Naps } from '../../platform/naps.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metered } from '../../store/ledger/commands/journal-commands.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { TurnEndState } from '../../store/ledger/tables/turns.ts'
import type { Announcements } from '../runs/announcements.ts'
import type { DiskWatch } from '../runs/disk-watch.ts'
import type { ModelQueue } from '../runs/model-queue.ts'
import type { PartialKeeper } from '../runs/partial-keeper.ts'
import { untilThereIsRoom } from '../runs/until-there-is-room.ts'
import type { ApprovalDesk } from './approval-desk.ts'
import type { Budgets } from '../runs/budgets.ts'
import { tellPause } from '../runs/tell-pause.ts'
import type { Throttle } from '../runs/throttle.ts'
import { closeCalls } from './close-calls.ts'
import { takeUrgent } from './take-urgent.ts'
import { claimantOfTurn } from './turn-claimant.ts'
import { turnEndpoint, type TurnEndpoint, type TurnEndpointPorts } from './turn-endpoint.ts'

export type TurnPorts = TurnEndpointPorts & {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly disk: DiskWatch
  readonly logger: Logger
  readonly announcements: Announcements
  readonly desk: ApprovalDesk
  readonly throttle: Throttle
  readonly budgets: Budgets
  readonly modelQueue: ModelQueue
  readonly naps: Naps
  readonly settings: () => Settings
  /** Fails with `model_missing`. */
  readonly endpoint: (conversationId: ConversationId) => Promise<ModelEndpoint>
  readonly toolsFor: (conversation: ConversationView) => Promise<ToolBox>
  readonly systemPrompt: (conversation: ConversationView) => Promise<string>
  /** Whether this process was started to carry this conversation on, so that whatever comes in for it wakes it. */
  readonly carriesOn: (id: ConversationId) => boolean
  /** The conversation as it is after a turn. */
  readonly onTurnEnded: (conversation: ConversationView) => void
  /** Delivers what came in for the conversation, and answers with the entries. */
  readonly takeInbox: (id: ConversationId) => Promise<Entry[]>
}

export type Turn = {
  readonly id: TurnId
  readonly conversation: ConversationView
  readonly partial: PartialKeeper
  /** A person wants it now; else something came in. */
  readonly isDeliberate: boolean
  readonly signal: AbortSignal
}

/** One turn of a conversation: the loop in main, from the journal as it stands to its end, whatever that is. */
export async function runTurn(ports: TurnPorts, turn: Turn): Promise<TurnEndState> {
  const { ledger, clock, disk, logger, announcements } = ports
  const { id, conversation } = turn
  const end = await work(ports, turn).catch((thrown: unknown): AgentEnd => {
    const error = toAppError(thrown)
    if (error.code === 'internal') logger.error('turn.failed', { turnId: id, error: thrown })
    return { reason: 'error', ...error.toWire() }
  })
  ports.modelQueue.left(turn)
  const patience = {
    clock,
    disk,
    onFull: (error: unknown): void => logger.error('turn.end_unwritten', { turnId: id, error }),
  }
  const failure = failureOf(end)
  if (failure)
    await untilThereIsRoom(patience, () => note(ports, turn, failure)).catch((error: unknown) =>
      logger.error('turn.note_unwritten', { error }),
    )
  const state = STATE_AFTER[end.reason]
  await untilThereIsRoom(patience, () =>
    ledger.conversations.endTurn({ id, conversationId: conversation.id, state, failure }),
  )
  announcements.conversation(conversation.id)
  const ended = ledger.query.conversations.find(conversation.id)
  if (ended) ports.onTurnEnded(ended)
  return state
}

const STATE_AFTER: Record<AgentEnd['reason'], TurnEndState> = {
  completed: 'completed',
  max_steps: 'completed',
  stopped: 'stopped',
  error: 'failed',
}

function failureOf(end: AgentEnd): WireError | null {
  if (end.reason === 'error') return { code: end.code, details: end.details }
  return end.reason === 'max_steps' ? { code: 'max_steps', details: {} } : null
}

async function work(ports: TurnPorts, turn: Turn): Promise<AgentEnd> {
  const { id, conversation, signal } = turn
  const { ledger, clock, disk, announcements } = ports
  const claimant = claimantOfTurn(ports, id, conversation)
  const conversationId = conversation.id
  const owner = { conversationId, run: null }
  const onFull = (error: unknown): void => ports.logger.error('turn.entry_unwritten', { turnId: id, error })
  const endpoint = turnEndpoint(ports, {
    ...{ endpoint: await ports.endpoint(conversationId), turn: claimant },
    isDeliberate: turn.isDeliberate,
  })
  const metered = (usage: CallUsage): Metered => ({ ...usage, baseUrl: endpoint.inUse.baseUrl })
  const head = ledger.query.conversations.head(conversationId)
  const journal = growJournal(
    ledger.query.entries.branch(head),
    async (parentId, content, usage) => {
      const entry = await untilThereIsRoom({ clock, disk, signal, onFull }, () =>
        ledger.journal.append({ ...owner, parentId, content, usage: usage && metered(usage) }),
      )
      announcements.entry(entry)
      return entry
    },
    (usage) => ledger.journal.charge({ ...owner, model: endpoint.inUse.model, usage: metered(usage) }),
  )
  return runAgent(
    {
      systemPrompt: await ports.systemPrompt(conversation),
      maxSteps: ports.settings().conversation.maxSteps,
      endpoint,
      tools: await ports.toolsFor(conversation),
      journal,
      inbox: {
        async take(atEnd, stopped) {
          if (!atEnd) await ports.budgets.pass(claimant, stopped)
          const results = await ports.takeInbox(conversationId)
          // Who stops an answer wants nothing more answered: what waits goes on waiting.
          const said = stopped.aborted ? [] : await takeUrgent(ports, conversationId)
          const entries = [...results, ...said]
          journal.adopt(entries)
          return entries.length > 0
        },
      },
      permissions: ports.desk.gateOf(claimant),
      onlooker: onlookerOf(ports, turn, endpoint),
      elapsed: () => clock.elapsed(),
      hasSlept: ports.naps.since,
      pause: (ms, ended) => pause(clock, ms, ended),
    },
    signal,
  )
}

/** Shows what the model says; where it asks, others of ours may wait behind it. */
function onlookerOf(ports: TurnPorts, turn: Turn, endpoint: TurnEndpoint): Onlooker {
  const { announcements, modelQueue } = ports
  const conversationId = turn.conversation.id
  const tell = tellPause(ports, { conversationId, runId: null })
  return {
    streamed(delta) {
      modelQueue.served(turn)
      turn.partial.add(delta)
      announcements.announce({ type: 'turn.streamed', conversationId, ...delta })
    },
    working({ tool }) {
      // An open call stands in the journal already.
      if (tool === '') modelQueue.asks(turn, endpoint.inUse.baseUrl)
      else modelQueue.left(turn)
    },
    pausing(pause) {
      modelQueue.left(turn)
      tell(pause)
    },
  }
}

/** Why it ended stands in the journal too, and no call is left without a result. */
async function note(
  { ledger, announcements }: TurnPorts,
  { conversation }: Turn,
  failure: WireError,
): Promise<void> {
  await closeCalls({ ledger, announcements }, conversation.id, `Not run: ${failure.code}.`)
  const entry = await ledger.journal.append({
    conversationId: conversation.id,
    run: null,
    parentId: ledger.query.conversations.head(conversation.id),
    content: { kind: 'failure', ...failure },
    usage: null,
  })
  announcements.entry(entry)
}
