import { isFinal, type ExitReason } from '../../../shared/delegation.ts'
import { toAppError, type WireError } from '../../../shared/errors.ts'
import type { ConversationId, RunId } from '../../../shared/ids.ts'
import type { RunSpec } from '../../../shared/run-protocol.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { Asking } from '../runs/behind-breaker.ts'
import type { PartialText } from '../runs/partial-keeper.ts'
import type { Slots } from '../runs/slots.ts'
import { followPlaces } from './follow-places.ts'
import { attendRun, type LiveRun, type LiveRunPorts } from './live-run.ts'

export type SupervisorPorts = LiveRunPorts & {
  readonly slots: Slots
  readonly settings: () => Settings
  /** Whether runs of this conversation are this process's to begin. */
  readonly mayBegin: (id: ConversationId) => boolean
  /** Whether the endpoint of a run refuses everybody: then it does not begin. */
  readonly isHeld: (run: Asking) => boolean
  /** Everything the run is given; fails when it cannot be put together. */
  readonly specFor: (run: RunRow) => Promise<RunSpec>
}

/** Brings queued runs to work, in order, and ends them. */
export type Supervisor = {
  /** Starts as many queued runs as there are places. */
  pump(): void
  /** Stops a run and everything below it. Nothing happens to one that is final. */
  stop(id: RunId): Promise<void>
  /** The same without asking: their processes are ended at once. */
  stopNow(id: RunId): Promise<void>
  stopBelow(run: RunRow): Promise<void>
  /** Ends the process of a run that only waits, whose row stays `waiting`. Nothing happens to one that goes on meanwhile. */
  giveBack(run: RunRow): Promise<void>
  /** The machine slept. */
  resumed(): void
  partial(id: RunId): PartialText | undefined
  /** No run begins from here on; those at work are asked to end, and their rows stay as they are for the next start. */
  close(): Promise<void>
}

export function createSupervisor(ports: SupervisorPorts): Supervisor {
  const { ledger, logger, slots, endRun } = ports
  const live = new Map<RunId, LiveRun>()
  /** Runs on their way from the queue to a process: a stop waits until they are there, or will not be. */
  const starting = new Map<RunId, Promise<unknown>>()
  /** Runs that give their process back right now: a stop waits until that is decided. */
  const givingBack = new Map<RunId, Promise<unknown>>()
  /** Runs that somebody stops: they keep the process that they have to the end. */
  const stopped = new Set<RunId>()
  const places = followPlaces(ports)
  let isClosing = false

  const mayBegin = ({ conversationId, profile: { model } }: RunRow): boolean =>
    ports.mayBegin(conversationId) && !ports.isHeld({ conversationId, model })

  function pump(): void {
    if (isClosing || ports.settings().delegation.paused) return
    for (const run of ledger.query.runs.queued()) {
      if (live.has(run.id)) continue // the process that it gave back has not left yet
      if (mayBegin(run) && slots.take(run.id)) void begin(run)
    }
    places.tell()
  }

  async function begin(run: RunRow): Promise<void> {
    try {
      const started = start(run)
      starting.set(run.id, started)
      const attended = await started
      if (attended) await attend(run, attended)
    } catch (thrown) {
      logger.error('run.start_failed', { runId: run.id, error: thrown })
      await endUnbegun(run, 'error', toAppError(thrown).toWire())
    } finally {
      live.delete(run.id)
      stopped.delete(run.id)
      slots.release(run.id)
      pump()
    }
  }

  /** Null when somebody else was faster: the row is no longer queued. */
  async function start(run: RunRow): Promise<LiveRun | null> {
    try {
      const spec = await ports.specFor(run)
      if (isClosing || !(await ledger.delegations.start(run))) return null
      const attended = attendRun(ports, run, spec)
      places.tell()
      live.set(run.id, attended)
      return attended
    } finally {
      starting.delete(run.id)
    }
  }

  async function attend(run: RunRow, attended: LiveRun): Promise<void> {
    ports.announcements.run(run.id)
    await attended.over
    const isEnded = isFinal(ledger.query.runs.find(run.id)?.state ?? run.state)
    if (!isEnded) return // it gave its process back, or the app goes: what is below it goes on
    if (!isClosing) await stopBelow(run)
  }

  /** It never came to a process: one that did not even leave the queue, or one whose start failed. */
  async function endUnbegun(run: RunRow, exitReason: ExitReason, error: WireError | null): Promise<void> {
    const ended = await endRun.unheld(run, { exitReason, error })
    if (!ended) await endRun.held(run, { exitReason, error })
  }

  async function stopBelow(run: RunRow, how: 'stop' | 'kill' = 'stop'): Promise<void> {
    await Promise.all(
      ledger.query.runs.liveBelow(run.conversationId, run.path).map(({ id }) => stop(id, how)),
    )
  }

  async function stop(id: RunId, how: 'stop' | 'kill' = 'stop'): Promise<void> {
    stopped.add(id)
    await Promise.allSettled([starting.get(id), givingBack.get(id)])
    const run = ledger.query.runs.find(id)
    if (!run || isFinal(run.state)) return void stopped.delete(id)
    // One that gave its process back is nobody's, though that process may not have left yet.
    const attended = run.bootId === null ? undefined : live.get(id)
    if (attended) attended[how]('stopped', null)
    else await endUnbegun(run, 'stopped', null)
    if (!live.has(id)) stopped.delete(id)
    places.tell()
    await stopBelow(run, how)
  }

  async function giveBack(run: RunRow): Promise<void> {
    const attended = live.get(run.id)
    if (!attended || stopped.has(run.id)) return
    const isGiven = ledger.delegations.giveBack(run)
    givingBack.set(run.id, isGiven)
    try {
      if (await isGiven) await attended.leave()
    } finally {
      givingBack.delete(run.id)
    }
  }

  return {
    pump,
    giveBack,
    stop: (id) => stop(id),
    stopNow: (id) => stop(id, 'kill'),
    stopBelow: (run) => stopBelow(run),
    resumed: () => live.forEach((run) => run.resumed()),
    partial: (id) => live.get(id)?.partial(),
    async close() {
      isClosing = true
      await Promise.allSettled(starting.values())
      await Promise.all([...live.values()].map((run) => run.leave()))
    },
  }
}
