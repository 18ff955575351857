import type { ExitReason } from '../../../shared/delegation.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { RunHandlers, RunSpec } from '../../../shared/run-protocol.ts'
import type { ChildOptions, LaunchChild } from '../../platform/child.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { Announcements, SignsOfLife } from '../runs/announcements.ts'
import { keepDiary } from '../runs/diary.ts'
import type { Liveness } from '../runs/liveness.ts'
import type { ModelQueue } from '../runs/model-queue.ts'
import { keepPartial, type PartialText } from '../runs/partial-keeper.ts'
import { FLOOD_MESSAGES } from '../runs/policy.ts'
import { followProgress } from '../runs/progress.ts'
import { startRunProcess, type RunWatcher } from '../runs/run-process.ts'
import { NO_SIGNS, type LiveSigns } from '../runs/run-view.ts'
import type { Throttle } from '../runs/throttle.ts'
import { withDiagnosis, type DiagnosisPorts } from './diagnosis.ts'
import type { EndRun } from './end-run.ts'
import { openNotices } from './notices.ts'
import { createRunEnding, LOST } from './run-ending.ts'
import { runProcesses, type RunProcessesPorts } from './run-processes.ts'
import type { ServeRun } from './serve-run.ts'
import { showMessages } from './show-messages.ts'

export type LiveRunPorts = RunProcessesPorts &
  DiagnosisPorts & {
    readonly clock: Clock
    readonly launch: LaunchChild
    /** Environment and folder of every worker; nothing of ours is in them. */
    readonly surroundings: Pick<ChildOptions, 'env' | 'cwd'>
    readonly liveness: Liveness
    readonly modelQueue: ModelQueue
    readonly throttle: Throttle
    readonly signs: SignsOfLife
    readonly announcements: Announcements
    readonly endRun: EndRun
    readonly serveRun: ServeRun
  }

/** One run at work: its process, what it shows, and how it will be recorded. */
export type LiveRun = {
  readonly run: RunRow
  /** What its model is writing right now. */
  partial(): PartialText
  /** Asks it to end; whatever it did comes back under this reason. */
  stop(reason: ExitReason, error: WireError | null): void
  /** Ends its process at once; whatever it did comes back under this reason. */
  kill(reason: ExitReason, error: WireError | null): void
  /** Ends its process because the app goes; the row stays as it is. */
  leave(): Promise<void>
  /** The machine slept. */
  resumed(): void
  /** Resolves when its process has left and its row is final, or belongs to somebody else. Never rejects. */
  readonly over: Promise<void>
}

/** What is recorded of a run whose process was ended because it would not be quiet. */
const FLOODED: WireError = { code: 'worker_flooded', details: { perSecond: FLOOD_MESSAGES } }

/** Starts the process of a run that is `starting` under this boot, and stays with it to the end. */
export function attendRun(ports: LiveRunPorts, run: RunRow, spec: RunSpec): LiveRun {
  const { ledger, clock, logger, liveness } = ports
  const owner = { conversationId: run.conversationId, runId: run.id }
  const partial = keepPartial(clock, (text) => void ledger.journal.savePartial(owner, text).catch(log))
  const { note, lines } = keepDiary(clock)
  const symptoms = { spec, phase: () => progress.phase, lastMessages: lines }
  const ending = createRunEnding(withDiagnosis(ports, ports.endRun, symptoms), run)
  const child = ports.launch({ name: `muster ${run.id}`, ...ports.surroundings })
  const processes = runProcesses(ports, run)
  const notices = openNotices(ledger, run)
  const progress = followProgress({
    ...{ spec, modelQueue: ports.modelQueue, show, notice: notices.add },
    waitsForMain: () => process.isAsking,
    stalled: (stall) => end('ask', 'stalled', { code: 'stalled', details: { ...stall } }),
    end: () => process.end(),
  })
  const watched = {
    id: run.id,
    setUnresponsive: (unresponsive: boolean) => show({ unresponsive }),
    giveUp: () => end('stop', 'error', LOST),
    look: progress.look,
  }
  let begun: Promise<void> | undefined
  let leave: () => void
  const over = new Promise<void>((resolve) => (leave = resolve))

  function show(change: Partial<LiveSigns>): void {
    showSigns(ports, run, change)
  }
  function log(error: unknown): void {
    logger.error('run.bookkeeping_failed', { runId: run.id, error })
  }
  /** Recorded for this reason, unless it ends with an answer all the same. */
  function end(how: 'ask' | 'stop' | 'kill', reason: ExitReason, error: WireError | null): void {
    ending.ask(reason, error)
    show({ stopping: true })
    process[how]()
  }
  /** The first message: it runs, and the ledger knows which process that is. */
  async function begin(): Promise<void> {
    await ledger.delegations.setRunning(run)
    ports.announcements.run(run.id)
    await processes.add(child)
  }
  function heard(what: string): void {
    note(what)
    begun ??= begin().catch(log)
    liveness.heard(watched)
  }
  async function close(): Promise<void> {
    liveness.unwatch(watched)
    progress[Symbol.dispose]()
    partial[Symbol.dispose]()
    await ledger.journal.savePartial(owner, partial.current()).catch(log)
    await ending.seenGone()
    ports.signs.delete(run.id)
    await begun
    await processes.clearAway()
  }
  function exited(code: number | null): void {
    logger.info('run.exited', { runId: run.id, attempt: run.attempt, code })
    void close()
      .catch(log)
      .finally(() => leave())
  }
  const handlers = (): RunHandlers =>
    ports.serveRun({
      ...{ run, spec, ending, notices, workerPid: () => child.pid },
      onAnswer: partial.clear,
      onEndpoint: progress.turnsTo,
      onStep: progress.stepped,
      onWaiting: (waitsForRuns) => show({ waitsForRuns }),
    })
  const watcher = (): RunWatcher => ({
    ...showMessages({ ...ports, owner, partial, progress, show }),
    heard,
    flooded: () => end('kill', 'error', FLOODED),
    exited: ({ code }) => exited(code),
  })

  liveness.watch(watched)
  const process = startRunProcess({
    ...{ child, run, spec, clock, logger, signalTools: processes.signalTools },
    handlers: handlers(),
    watcher: watcher(),
  })
  return {
    ...{ run, over, partial: partial.current },
    stop: (reason, error) => end('stop', reason, error),
    kill: (reason, error) => end('kill', reason, error),
    resumed: process.resumed,
    leave() {
      ending.abandon()
      // One that waits for a person is not asked: it would take its question for answered.
      if (ledger.query.runs.find(run.id)?.state === 'waiting') process.kill()
      else process.stop()
      return over
    },
  }
}

function showSigns({ signs, announcements }: LiveRunPorts, run: RunRow, change: Partial<LiveSigns>): void {
  signs.set(run.id, { ...(signs.get(run.id) ?? NO_SIGNS), ...change })
  announcements.run(run.id)
}
