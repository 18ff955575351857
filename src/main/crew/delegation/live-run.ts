import type { ExitReason } from '../../../shared/delegation.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { RunSpec } from '../../../shared/run-protocol.ts'
import type { Child, ChildOptions, LaunchChild } from '../../platform/child.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { Announcements, SignsOfLife } from '../runs/announcements.ts'
import type { Liveness, Watched } from '../runs/liveness.ts'
import type { ModelQueue } from '../runs/model-queue.ts'
import { keepPartial, type PartialText } from '../runs/partial-keeper.ts'
import { FIRST_MESSAGE_MS } from '../runs/policy.ts'
import { followProgress } from '../runs/progress.ts'
import { tellPause } from '../runs/tell-pause.ts'
import { startRunProcess } from '../runs/run-process.ts'
import { NO_SIGNS, type LiveSigns } from '../runs/run-view.ts'
import type { EndRun } from './end-run.ts'
import { openNotices } from './notices.ts'
import { createRunEnding, LOST } from './run-ending.ts'
import type { ServeRun } from './serve-run.ts'

export type LiveRunPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly logger: Logger
  readonly launch: LaunchChild
  /** Environment and folder of every worker; nothing of ours is in them. */
  readonly surroundings: Pick<ChildOptions, 'env' | 'cwd'>
  readonly liveness: Liveness
  readonly signs: SignsOfLife
  readonly announcements: Announcements
  readonly endRun: EndRun
  readonly serveRun: ServeRun
  /** What tells a process from a later one with the same pid; null when it left. */
  readonly startTimeOf: (pid: number) => Promise<string | null>
  /** Ends a process group that a tool of a run started, unless its id is another's by now. */
  readonly endGroup: (groupId: number, startedAt: string) => Promise<unknown>
  /** The same, but only sends the signal. Never fails. */
  readonly signalGroup: (group: ToolGroup, signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  readonly modelQueue: ModelQueue
}

/** A process group that a tool of a run started. */
export type ToolGroup = { readonly groupId: number; readonly startedAt: string }

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

/** Starts the process of a run that is `starting` under this boot, and stays with it to the end. */
export function attendRun(ports: LiveRunPorts, run: RunRow, spec: RunSpec): LiveRun {
  const { ledger, clock, logger, liveness, announcements } = ports
  const owner = { conversationId: run.conversationId, runId: run.id }
  const log = (error: unknown): void => logger.error('run.bookkeeping_failed', { runId: run.id, error })
  const partial = keepPartial(clock, (text) => void ledger.journal.savePartial(owner, text).catch(log))
  const ending = createRunEnding(ports.endRun, run)
  const child = ports.launch({ name: `muster ${run.id}`, ...ports.surroundings })
  const notices = openNotices(ledger, run)
  const progress = followProgress({
    spec,
    modelQueue: ports.modelQueue,
    waitsForMain: () => process.isAsking,
    show: (signs) => show(ports, run, signs),
    notice: notices.add,
    stalled: (stall) => stand('stalled', { code: 'stalled', details: { ...stall } }),
    end: () => process.end(),
  })
  const watched: Watched = {
    id: run.id,
    setUnresponsive: (unresponsive) => show(ports, run, { unresponsive }),
    giveUp: () => stop('error', LOST),
    look: progress.look,
  }
  const tooSlow = clock.setTimer(FIRST_MESSAGE_MS, () => stop('error', LOST))
  let begun: Promise<void> | undefined
  let leave: () => void
  const over = new Promise<void>((resolve) => (leave = resolve))

  /** Under this reason it is recorded, unless it ends with an answer all the same. */
  function ask(reason: ExitReason, error: WireError | null): void {
    ending.ask(reason, error)
    show(ports, run, { stopping: true })
  }
  function stand(reason: ExitReason, error: WireError): void {
    ask(reason, error)
    process.ask()
  }
  function stop(reason: ExitReason, error: WireError | null): void {
    ask(reason, error)
    process.stop()
  }
  async function end(): Promise<void> {
    tooSlow[Symbol.dispose]()
    liveness.unwatch(watched)
    progress[Symbol.dispose]()
    partial[Symbol.dispose]()
    await ledger.journal.savePartial(owner, partial.current()).catch(log)
    await ending.seenGone()
    ports.signs.delete(run.id)
    await begun
    await clearAway(ports, run)
  }

  liveness.watch(watched)
  const process = startRunProcess({
    child,
    run,
    spec,
    clock,
    logger,
    handlers: ports.serveRun({
      run,
      ending,
      endpoint: spec.endpoint,
      notices,
      onAnswer: partial.clear,
      onStep: progress.stepped,
      onWaiting: (waitsForRuns) => show(ports, run, { waitsForRuns }),
    }),
    signalTools: (signal) => groupsOf(ports, run).forEach((group) => void ports.signalGroup(group, signal)),
    watcher: {
      heard() {
        tooSlow[Symbol.dispose]()
        begun ??= begin(ports, run, child).catch(log)
        liveness.heard(watched)
      },
      streamed(delta) {
        partial.add(delta)
        const { text, thinking, reset } = delta
        if (text !== '' || thinking !== '') progress.moved()
        announcements.announce({ type: 'run.streamed', ...owner, text, thinking, reset })
      },
      working({ tool, target }) {
        if (tool === '') progress.asks()
        else progress.usesTool()
        show(ports, run, { activity: tool === '' ? null : { tool, target } })
      },
      moved: progress.moved,
      pausing(pause) {
        if (pause) progress.pauses()
        tellPause(ports, owner)(pause)
      },
      exited: ({ code }) => {
        logger.info('run.exited', { runId: run.id, attempt: run.attempt, code })
        void end()
          .catch(log)
          .finally(() => leave())
      },
    },
  })
  return {
    run,
    partial: partial.current,
    stop,
    kill(reason, error) {
      ask(reason, error)
      process.kill()
    },
    over,
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

function show({ signs, announcements }: LiveRunPorts, run: RunRow, change: Partial<LiveSigns>): void {
  signs.set(run.id, { ...(signs.get(run.id) ?? NO_SIGNS), ...change })
  announcements.run(run.id)
}

/** The first message: it runs, and the ledger knows which process that is. */
async function begin(
  { ledger, announcements, startTimeOf }: LiveRunPorts,
  run: RunRow,
  { pid }: Child,
): Promise<void> {
  await ledger.delegations.setRunning(run)
  announcements.run(run.id)
  const startedAt = pid === undefined ? null : await startTimeOf(pid)
  if (pid === undefined || startedAt === null) return
  await ledger.boot.addProcess({ pid, startedAt, kind: 'worker', runId: run.id })
}

const groupsOf = ({ ledger }: LiveRunPorts, run: RunRow): ToolGroup[] =>
  ledger.query.processes
    .ofRun(run.id)
    .flatMap(({ kind, pid, startedAt }) => (kind === 'group' ? [{ groupId: pid, startedAt }] : []))

/** Its processes end with it: a worker that was killed could not end what its tools had started. */
async function clearAway(ports: LiveRunPorts, run: RunRow): Promise<void> {
  const { ledger, endGroup } = ports
  await Promise.all(groupsOf(ports, run).map(({ groupId, startedAt }) => endGroup(groupId, startedAt)))
  const left = ledger.query.processes.ofRun(run.id)
  await Promise.all(left.map((process) => ledger.boot.removeProcess(process)))
}
