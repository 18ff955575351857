import type { DeliveryView, Evidence, ExitReason, RunResult } from '../../../shared/delegation.ts'
import type { Entry, ToolCall } from '../../../shared/entry.ts'
import type { RunId } from '../../../shared/ids.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { Finished } from '../../store/ledger/commands/delegation-commands.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { Announcements } from '../runs/announcements.ts'
import type { DiskWatch } from '../runs/disk-watch.ts'
import { untilThereIsRoom } from '../runs/until-there-is-room.ts'
import { lastModel } from '../runs/run-view.ts'
import { bareResult, toRunResult } from './run-result.ts'
import type { Settlements } from './settlements.ts'
import type { Transcripts } from './transcripts.ts'
import { untilWritten } from './until-written.ts'

export type RunEnding = {
  readonly exitReason: ExitReason
  readonly error: WireError | null
  /** What can be seen of a run that an app which went away left behind. */
  readonly evidence?: Evidence | null
}

export type EndRunPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly disk: DiskWatch
  readonly logger: Logger
  readonly announcements: Announcements
  readonly settlements: Settlements
  readonly transcripts: Transcripts
  /** The path, command or goal of a call in one line. */
  readonly targetOf: (call: ToolCall) => string
  /** Results are ready for whoever asked. */
  readonly onDelivery: (delivery: DeliveryView) => void
}

/** Ends runs: the reason first, then result, state and delivery in one transaction, then the news of it. */
export function createEndRun(ports: EndRunPorts): EndRun {
  const { ledger, clock, disk, logger, announcements, settlements, transcripts } = ports

  function resultOf(run: RunRow, { error, evidence = null }: Omit<RunEnding, 'exitReason'>): RunResult {
    const now = ledger.query.runs.find(run.id) ?? run
    const facts = {
      partial: ledger.query.partials.find({ conversationId: run.conversationId, runId: run.id }) ?? NOTHING,
      model: lastModel(ledger, run),
      durationMs: now.startedAt === null ? 0 : Math.max(0, clock.now() - now.startedAt),
      error,
      evidence,
      spent: ledger.query.modelCalls.ofAgent(run.conversationId, run.path),
    }
    try {
      const entries = ledger.query.entries.branch(now.headEntryId)
      return toRunResult({ ...facts, entries, targetOf: ports.targetOf })
    } catch (thrown) {
      logger.error('run.journal_unreadable', { runId: run.id, error: thrown })
      return bareResult({ ...facts, entries: lastEntry(now), steps: now.steps })
    }
  }

  /** The end of a journal, as far as it can be read without what came before. */
  function lastEntry({ headEntryId }: RunRow): Entry[] {
    try {
      return headEntryId === null ? [] : [ledger.query.entries.find(headEntryId) ?? []].flat()
    } catch {
      return []
    }
  }

  /** No reason to lose a result: it stays in memory and on the transcript until it can be written. */
  const persist = <T>({ id }: RunRow, write: () => Promise<T>): Promise<T> => {
    const onFailed = (error: unknown): void => logger.error('run.result_unwritten', { runId: id, error })
    return untilWritten({ clock, disk, onFull: onFailed, onFailed }, write)
  }

  /** What could be seen of an answer that never ended belongs into the journal like everything else. */
  async function keepSeen(run: RunRow): Promise<void> {
    const onFull = (error: unknown): void => logger.error('run.result_unwritten', { runId: run.id, error })
    await untilThereIsRoom({ clock, disk, onFull }, () => appendSeen(run)).catch((error: unknown) =>
      logger.error('run.last_words_unwritten', { runId: run.id, error }),
    )
  }
  async function appendSeen(run: RunRow): Promise<void> {
    const owner = { conversationId: run.conversationId, runId: run.id }
    const seen = ledger.query.partials.find(owner)
    const now = ledger.query.runs.find(run.id)
    if (!seen || now?.state !== 'finalizing' || now.attempt !== run.attempt) return
    const line = { conversationId: run.conversationId, run, parentId: now.headEntryId, usage: null }
    const entry = await ledger.journal.append({ ...line, content: { kind: 'interrupted', ...seen } })
    announcements.entry(entry)
    transcripts.entry(run, entry)
  }

  function publish({ run, delivery, withdrawn }: Finished): void {
    transcripts.end(run)
    for (const approval of withdrawn) announcements.approval(approval)
    announcements.run(run.id)
    announcements.conversation(run.conversationId)
    if (delivery) announcements.delivery(delivery)
    settlements.settled(run.id)
    if (delivery) ports.onDelivery(delivery)
  }

  return {
    async held(run, { exitReason, error, evidence }) {
      const truncated = exitReason === 'max_steps'
      await persist(run, () => ledger.delegations.finalize(run, { exitReason, truncated, error }))
      announcements.run(run.id)
      await keepSeen(run)
      const kept = ledger.query.runs.find(run.id) ?? { exitReason, error }
      const end = {
        exitReason: kept.exitReason ?? exitReason,
        result: resultOf(run, { error: kept.error, evidence: evidence ?? null }),
      }
      const finished = await persist(run, () => ledger.delegations.finish(run, end))
      if (finished) publish(finished)
      return finished !== null
    },
    async unheld(run, { exitReason, error }) {
      const end = { exitReason, result: resultOf(run, { error }) }
      const finished = await persist(run, () => ledger.delegations.finishUnheld(run, end))
      if (finished) publish(finished)
      return finished !== null
    },
    onEnded: settlements.onSettled,
  }
}

const NOTHING = { text: '', thinking: '' }

/** Both answer whether it was this caller who ended the run; false is ordinary. */
export type EndRun = {
  /** A run that this boot works on. A reason that was written before holds. */
  held(run: RunRow, ending: RunEnding): Promise<boolean>
  /** A run that no process works on: queued, or waiting without one. */
  unheld(run: RunRow, ending: RunEnding): Promise<boolean>
  /** Calls `listener` once, when the run has ended, whoever ended it. */
  onEnded(id: RunId, listener: () => void): Disposable
}
