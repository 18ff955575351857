import type { Entry } from '../../../shared/entry.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelEndpoint, RunHandlers, RunSpec } from '../../../shared/run-protocol.ts'
import type { RunId } from '../../../shared/ids.ts'
import type { Delegator } from '../../core/tools/ports.ts'
import type { PermissionGate } from '../../core/agent/ports.ts'
import { endsInAnswer } from '../../core/agent/open-calls.ts'
import type { Metered } from '../../store/ledger/commands/journal-commands.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { Announcements } from '../runs/announcements.ts'
import type { DiskWatch } from '../runs/disk-watch.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { BehindBreaker, Parking, PassBreaker } from '../runs/behind-breaker.ts'
import type { Budgets } from '../runs/budgets.ts'
import type { Slots } from '../runs/slots.ts'
import { untilThereIsRoom } from '../runs/until-there-is-room.ts'
import type { Totals } from './follow-totals.ts'
import type { Inbox } from './inbox.ts'
import type { Notices } from './notices.ts'
import { followCalls } from './own-calls.ts'
import { meteredAnswer, type Line } from './own-costs.ts'
import type { RunEnding } from './run-ending.ts'
import { serveDelegation } from './serve-delegation.ts'
import { serveProcesses, type ServeProcessesPorts } from './serve-processes.ts'
import type { Transcripts } from './transcripts.ts'

export type ServeRunPorts = ServeProcessesPorts & {
  readonly clock: Clock
  readonly disk: DiskWatch
  readonly logger: Logger
  readonly announcements: Announcements
  readonly transcripts: Transcripts
  readonly slots: Slots
  readonly budgets: Budgets
  readonly totals: Totals
  readonly inbox: Inbox
  readonly delegatorOf: (run: RunRow) => Delegator
  readonly gateOf: (run: RunRow) => PermissionGate
  readonly behindBreaker: BehindBreaker
  readonly passBreaker: PassBreaker
  readonly parkingOf: (run: RunRow) => Parking
}

/** Answers what a worker asks for, with the very implementations that main's own loop uses. */
export type ServeRun = (work: ServedRun) => RunHandlers

export type ServedRun = {
  readonly run: RunRow
  readonly spec: RunSpec
  readonly ending: RunEnding
  /** Of the worker, while it is there. */
  readonly workerPid: () => number | undefined
  /** An answer stands in the journal, whole or broken off: what was streamed of it is void. */
  readonly onAnswer: () => void
  /** From here on it asks there. */
  readonly onEndpoint: (endpoint: ModelEndpoint) => void
  /** An entry stands in its journal: it gets on. */
  readonly onStep: () => void
  /** What the app has to tell it. */
  readonly notices: Notices
  /** It gives its place away until runs of its own have ended, or takes it again. */
  readonly onWaiting: (waitsForRuns: boolean) => void
}

export const createServeRun =
  (ports: ServeRunPorts): ServeRun =>
  ({ run, spec, ending, workerPid, notices, onAnswer, onEndpoint, onStep, onWaiting }) => {
    const { ledger, slots, inbox } = ports
    const { conversationId } = run
    const gate = ports.gateOf(run)
    const calls = followCalls(spec)
    const append = appendTo(ports, run, ending)
    let inUse = spec.endpoint
    let hasFinished = false

    function turnTo(endpoint: ModelEndpoint): void {
      inUse = endpoint
      onEndpoint(endpoint)
    }
    function assertGoingOn(): void {
      if (hasFinished) throw new AppError('invalid_transition', 'This run has said that it is over.')
    }

    /** Gives the run's place to others while it only waits. */
    async function without<T>(id: RunId, wait: () => Promise<T>): Promise<T> {
      slots.release(id)
      onWaiting(true)
      try {
        return await wait()
      } finally {
        if (!ending.over.aborted) {
          onWaiting(false)
          await slots.retake(id)
        }
      }
    }
    /** Waits until nothing is known against its next request. */
    async function mayAsk(): Promise<void> {
      const parking = ports.parkingOf(run)
      await ports.budgets.pass(parking, ending.over)
      await ports.passBreaker(parking, inUse, ending.over)
    }
    async function tell(): Promise<Entry[]> {
      const told = await notices.take()
      for (const entry of told) publish(ports, run, entry)
      return told
    }
    return {
      ...serveProcesses(ports, run, workerPid),
      ...serveDelegation({
        ...{ run, ending, calls },
        delegator: ports.delegatorOf(run),
        without: (wait) => without(run.id, wait),
      }),
      async 'journal.append'(line) {
        assertGoingOn()
        calls.check(line.content)
        const entry = await append({ ...line, usage: meteredAnswer({ ledger, spec, inUse }, line) })
        calls.appended(entry)
        onStep()
        if (line.content.kind !== 'tool_result') onAnswer()
        publish(ports, run, entry)
        if (line.content.kind === 'assistant') tellStep(ports, run)
        return entry
      },
      async 'model.charged'(usage) {
        assertGoingOn()
        const { baseUrl, model } = inUse
        await ledger.journal.charge({ conversationId, run, model, usage: { ...usage, baseUrl } })
      },
      async 'inbox.take'({ atEnd }) {
        if (!atEnd) await mayAsk()
        const entries = await inbox.take(run)
        if (!atEnd) return [...entries, ...(await tell())]
        if (entries.length > 0 || !inbox.hasMoreToCome(run)) return entries
        await without(run.id, () => inbox.untilSomethingCame(run, ending.over))
        return inbox.take(run)
      },
      async 'permission.decide'({ call }) {
        if (ending.isEnding) return { outcome: 'deny', reason: 'Not run: this run was stopped.' }
        if (!run.tools.includes(call.name))
          return { outcome: 'deny', reason: `This run has no tool ${call.name}.` }
        if (!calls.isOpen(call)) return { outcome: 'deny', reason: 'Not run: no such call is open.' }
        return gate.decide(call, ending.over)
      },
      async 'endpoint.refused'(failure) {
        const refusal = { endpoint: inUse, failure }
        const next = await ports.behindBreaker(ports.parkingOf(run), refusal, ending.over)
        if (next) turnTo(next)
        return next
      },
      async 'run.finished'({ exitReason, error }) {
        hasFinished = true
        const claim =
          exitReason === 'completed' && !hasAnswered(ledger, run) ? NO_ANSWER : { exitReason, error }
        await ending.told(claim.exitReason, claim.error)
      },
    }
  }

/** Writes one entry, as soon as there is room for it. */
const appendTo =
  ({ ledger, clock, disk, logger }: ServeRunPorts, run: RunRow, ending: RunEnding) =>
  (line: Omit<Line, 'usage'> & { readonly usage: Metered | null }): Promise<Entry> => {
    const onFull = (error: unknown): void => logger.error('run.entry_unwritten', { runId: run.id, error })
    return untilThereIsRoom({ clock, disk, signal: ending.over, onFull }, () =>
      ledger.journal.append({ conversationId: run.conversationId, run, ...line }),
    )
  }

function tellStep({ announcements, totals }: ServeRunPorts, run: RunRow): void {
  announcements.run(run.id)
  totals.changed(run.conversationId)
}

function publish({ announcements, transcripts }: ServeRunPorts, run: RunRow, entry: Entry): void {
  announcements.entry(entry)
  transcripts.entry(run, entry)
}

const NO_ANSWER = { exitReason: 'error', error: { code: 'model_empty', details: {} } } as const

/** Whether the journal really ends in an answer with nothing left open; a worker's word is not enough. */
function hasAnswered(ledger: Ledger, run: RunRow): boolean {
  const head = ledger.query.runs.find(run.id)?.headEntryId
  const last = head ? ledger.query.entries.find(head) : undefined
  return last !== undefined && endsInAnswer([last])
}
