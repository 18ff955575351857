import type { DeliveryView, Evidence } from '../../../shared/delegation.ts'
import type { ToolCall } from '../../../shared/entry.ts'
import type { ConversationId, DelegationId, RunId } from '../../../shared/ids.ts'
import type { ModelEndpoint, RunSpec } from '../../../shared/run-protocol.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { PermissionGate } from '../../core/agent/ports.ts'
import type { Delegator } from '../../core/tools/ports.ts'
import type { ChildOptions, LaunchChild } from '../../platform/child.ts'
import { pause, type Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { TakenOver } from '../../store/ledger/commands/boot-commands.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { Announcements, SignsOfLife } from '../runs/announcements.ts'
import type { DiskWatch } from '../runs/disk-watch.ts'
import type { Asking, BehindBreaker, PassBreaker, Parking } from '../runs/behind-breaker.ts'
import { startLiveness } from '../runs/liveness.ts'
import type { ModelQueue } from '../runs/model-queue.ts'
import { openSlots, type Slots } from '../runs/slots.ts'
import type { Budgets } from '../runs/budgets.ts'
import type { Throttle } from '../runs/throttle.ts'
import type { Asker } from './asker.ts'
import { createDelegator } from './delegator.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import { createEndRun } from './end-run.ts'
import { finishLeft } from './finish-left.ts'
import { followTotals } from './follow-totals.ts'
import { createInbox } from './inbox.ts'
import type { LiveRunPorts } from './live-run.ts'
import { openRun } from './open-run.ts'
import type { RosterOf } from './roster.ts'
import { createServeRun } from './serve-run.ts'
import { LATEST_RECORDS, START_MS } from './policy.ts'
import { createSettlements } from './settlements.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'
import type { Transcripts } from './transcripts.ts'

export type DelegationPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly disk: DiskWatch
  readonly ids: Ids
  readonly logger: Logger
  readonly announcements: Announcements
  readonly signs: SignsOfLife
  readonly settings: () => Settings
  readonly endpoint: (conversationId: ConversationId, model?: string | null) => Promise<ModelEndpoint>
  /** Says how many runs may work at once right now. */
  readonly throttle: Throttle
  /** What each conversation may use in a day. */
  readonly budgets: Budgets
  /** Whether runs of this conversation are this process's to begin. */
  readonly mayBegin: (id: ConversationId) => boolean
  readonly toolNames: readonly string[]
  readonly targetOf: (call: ToolCall) => string
  readonly specFor: (run: RunRow) => Promise<RunSpec>
  readonly transcripts: Transcripts
  readonly transcriptPath: (delegationId: DelegationId, taskIndex: number) => string
  /** So many runs are asked for, and may soon begin. */
  readonly onDispatch: (runs: number) => void
  readonly launch: LaunchChild
  readonly surroundings: Pick<ChildOptions, 'env' | 'cwd'>
  readonly startTimeOf: (pid: number) => Promise<string | null>
  readonly endGroup: (groupId: number, startedAt: string) => Promise<unknown>
  readonly signalGroup: LiveRunPorts['signalGroup']
  readonly parentOf: (pid: number) => Promise<number | null>
  readonly modelQueue: ModelQueue
  readonly writeDiagnostic: LiveRunPorts['writeDiagnostic']
  /** Judges the calls of a run; gives its place away while it asks a person. */
  readonly gateOf: (run: RunRow, room: WaitingRoom) => PermissionGate
  readonly behindBreaker: BehindBreaker
  readonly passBreaker: PassBreaker
  /** Whether the endpoint of a run refuses everybody. */
  readonly isHeld: (run: Asking) => boolean
  /** Names of the models that a task may ask for. */
  readonly models: () => readonly string[]
  readonly rosterOf: RosterOf
  /** How a run waits; it gives its place away meanwhile. */
  readonly parkingOf: (run: RunRow, room: WaitingRoom) => Parking
  /** What can still be seen of a run that an app which went away left behind. */
  readonly evidenceOf: (run: RunRow) => Promise<Evidence>
  /** Results are ready for a conversation. */
  readonly onDelivery: (delivery: DeliveryView) => void
}

/** What a run that waits does without, and how it comes back. */
export type WaitingRoom = {
  readonly slots: Slots
  /** Ends its process. */
  readonly giveBack: (run: RunRow) => Promise<void>
  /** What it waited for is there. */
  readonly goOn: (id: RunId) => Promise<void>
}

/** All of delegation, put together: what conversations, windows and the command line use of it. */
export function openDelegation(ports: DelegationPorts) {
  const { ledger, clock } = ports
  const settlements = createSettlements()
  const slots = openSlots(ports.throttle.limit, () => supervisor.pump())
  const liveness = startLiveness(clock, (runs) => void ledger.delegations.seen(runs).catch(logSweep))
  const totals = followTotals(clock, ports.announcements)
  const shared = { ...ports, settlements, slots, liveness, totals }

  const takeOn = createDispatch({ ...shared, onQueued: () => supervisor.pump() })
  const dispatch: Dispatch = (asker, request) => {
    ports.onDispatch(request.tasks.length)
    return takeOn(asker, request)
  }
  const inbox = createInbox(shared)
  const endRun = createEndRun(shared)
  const delegatorFor = (asker: Asker): Delegator =>
    createDelegator({ ...shared, dispatch, stopRun: (id) => supervisor.stop(id) }, asker)
  const room: WaitingRoom = { slots, goOn, giveBack: (run) => supervisor.giveBack(run) }
  const serveRun = createServeRun({
    ...shared,
    inbox,
    delegatorOf: (run) => delegatorFor(toAsker(run)),
    gateOf: (run) => ports.gateOf(run, room),
    parkingOf: (run) => ports.parkingOf(run, room),
  })
  const supervisor: Supervisor = createSupervisor({ ...shared, endRun, serveRun })

  let finishing: Promise<void> = Promise.resolve()

  /** What a run waited for is there: if it lost its process meanwhile, it goes back to the queue. */
  async function goOn(id: RunId): Promise<void> {
    if (!(await ledger.delegations.requeueAnswered(id))) return
    ports.announcements.run(id)
    supervisor.pump()
  }

  function logSweep(error: unknown): void {
    ports.logger.warn('runs.seen_unwritten', { error })
  }

  return {
    inbox,
    delegatorFor,
    openRun: (id: RunId) => openRun({ ...shared, supervisor }, id),
    partial: supervisor.partial,
    stopRun: (id: RunId, now = false) => (now ? supervisor.stopNow(id) : supervisor.stop(id)),
    /** The machine slept: nobody missed anything, and what failed over it did not fail by itself. */
    resumed(): void {
      liveness.forgiveAll()
      supervisor.resumed()
    },
    async stopDelegation(id: DelegationId): Promise<void> {
      await Promise.all(ledger.query.runs.ofDelegation(id).map((run) => supervisor.stop(run.id)))
    },
    async stopAll(id: ConversationId): Promise<void> {
      await Promise.all(ledger.query.runs.liveBelow(id, null).map((run) => supervisor.stop(run.id)))
    },
    goOn,
    /** A setting changed that says how many may work. */
    pump: () => slots.serve(),
    /** Finishes what a dead process left, and brings the queue to work. */
    async resume({ unfinishedRuns }: TakenOver): Promise<void> {
      for (const id of ledger.query.deliveries.latest(LATEST_RECORDS)) {
        ports.transcripts.mend(ledger.query.runs.ofDelegation(id))
      }
      finishing = finishLeft({ ...shared, endRun, supervisor }, unfinishedRuns)
      await Promise.race([finishing, pause(clock, START_MS)]) // a disk that takes nothing holds no start up
      supervisor.pump()
    },
    async [Symbol.asyncDispose](): Promise<void> {
      liveness[Symbol.dispose]()
      totals[Symbol.dispose]()
      await Promise.all([finishing, supervisor.close()])
    },
  }
}
export type Delegation = ReturnType<typeof openDelegation>

const toAsker = (run: RunRow): Asker => ({
  conversationId: run.conversationId,
  runId: run.id,
  depth: run.depth,
  path: run.path,
  folder: run.folder,
  tools: run.tools,
})
