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
import { keepPartial, type PartialText } from '../runs/partial-keeper.ts'
import { FIRST_MESSAGE_MS } from '../runs/policy.ts'
import { tellPause } from '../runs/tell-pause.ts'
import { startRunProcess } from '../runs/run-process.ts'
import { NO_SIGNS, type LiveSigns } from '../runs/run-view.ts'
import type { EndRun } from './end-run.ts'
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
}

/** One run at work: its process, what it shows, and how it will be recorded. */
export type LiveRun = {
  readonly run: RunRow
  /** What its model is writing right now. */
  partial(): PartialText
  /** Asks it to end; whatever it did comes back under this reason. */
  stop(reason: ExitReason, error: WireError | null): void
  /** Ends its process because the app goes; the row stays as it is. */
  leave(): Promise<void>
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
  const watched: Watched = {
    id: run.id,
    setUnresponsive: (unresponsive) => show(ports, run, { unresponsive }),
    giveUp: () => stop('error', LOST),
  }
  const tooSlow = clock.setTimer(FIRST_MESSAGE_MS, () => stop('error', LOST))
  let begun: Promise<void> | undefined
  let leave: () => void
  const over = new Promise<void>((resolve) => (leave = resolve))

  function stop(reason: ExitReason, error: WireError | null): void {
    ending.ask(reason, error)
    process.stop()
  }
  async function end(): Promise<void> {
    tooSlow[Symbol.dispose]()
    liveness.unwatch(watched)
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
      onAnswer: partial.clear,
      onWaiting: (waitsForRuns) => show(ports, run, { waitsForRuns }),
    }),
    watcher: {
      heard() {
        tooSlow[Symbol.dispose]()
        begun ??= begin(ports, run, child).catch(log)
        liveness.heard(watched)
      },
      streamed(delta) {
        partial.add(delta)
        const { text, thinking, reset } = delta
        announcements.announce({ type: 'run.streamed', ...owner, text, thinking, reset })
      },
      working: ({ tool, target }) => show(ports, run, { activity: tool === '' ? null : { tool, target } }),
      pausing: tellPause(ports, owner),
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
    over,
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

/** Its processes end with it: a worker that was killed could not end what its tools had started. */
async function clearAway({ ledger, endGroup }: LiveRunPorts, run: RunRow): Promise<void> {
  const left = ledger.query.processes.ofRun(run.id)
  await Promise.all(
    left.filter(({ kind }) => kind === 'group').map(({ pid, startedAt }) => endGroup(pid, startedAt)),
  )
  await Promise.all(left.map((process) => ledger.boot.removeProcess(process)))
}
