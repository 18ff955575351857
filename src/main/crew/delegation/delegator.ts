import { isFinal } from '../../../shared/delegation.ts'
import { AppError } from '../../../shared/errors.ts'
import type { DelegationId, RunId } from '../../../shared/ids.ts'
import type { DelegationLine, WaitOutcome } from '../../../shared/run-protocol.ts'
import type { Delegator } from '../../core/tools/ports.ts'
import { SECOND, type Clock } from '../../platform/clock.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { Asker } from './asker.ts'
import { deliveryText } from './delivery-text.ts'
import type { Dispatch } from './dispatch.ts'
import type { Settlements } from './settlements.ts'
import { waitUntilSettled } from './wait-until.ts'

export type DelegatorPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly settlements: Settlements
  readonly dispatch: Dispatch
  readonly stopRun: (id: RunId) => Promise<void>
}

/** Runs that a list or a tree shows at most. */
const MOST_LISTED = 200

/** What one asker may do with delegation: start more, and see, stop and await what is below itself, nothing else. */
export function createDelegator(ports: DelegatorPorts, asker: Asker): Delegator {
  const { ledger, clock, settlements } = ports
  const { conversationId, path } = asker

  const below = (): RunRow[] =>
    ledger.query.runs
      .ofConversation(conversationId, MOST_LISTED)
      .filter((run) => path === null || run.path.startsWith(`${path}/`))

  /** The runs that an id names: one, or all of a delegation. A stranger's id is as unknown as a wrong one. */
  function named(id: string): RunRow[] {
    const run = ledger.query.runs.find(id as RunId)
    const runs = run ? [run] : ledger.query.runs.ofDelegation(id as DelegationId)
    const own = runs.filter(
      (each) => each.conversationId === conversationId && (path === null || each.path.startsWith(`${path}/`)),
    )
    if (own.length === 0)
      throw new AppError('not_found', `You have no run or delegation ${JSON.stringify(id)}.`)
    return own
  }
  const current = (runs: readonly RunRow[]): RunRow[] =>
    runs.flatMap(({ id }) => ledger.query.runs.find(id) ?? [])
  const unfinished = (runs: readonly RunRow[]): RunId[] =>
    current(runs).flatMap(({ id, state }) => (isFinal(state) ? [] : [id]))

  /** Own children that work, and what has come in and was not taken. */
  function stillToCome(): RunRow[] {
    const inbox = ledger.query.deliveries.pending(conversationId, asker.runId).flatMap(({ runIds }) => runIds)
    const live = ledger.query.runs
      .liveBelow(conversationId, path)
      .filter((run) => run.parentRunId === asker.runId)
    return [...inbox.flatMap((id) => ledger.query.runs.find(id) ?? []), ...live]
  }

  return {
    start: (request) => ports.dispatch(asker, request),
    list: (state) =>
      Promise.resolve(
        below()
          .filter((run) => state === undefined || run.state === state)
          .map((run) => lineOf(run, clock.now(), ledger.query.runs.queuePlace(run.id))),
      ),
    async stop(id) {
      const runs = id === null ? ledger.query.runs.liveBelow(conversationId, path) : named(id)
      const live = runs.filter((run) => !isFinal(run.state)).map((run) => run.id)
      await Promise.all(live.map((runId) => ports.stopRun(runId)))
      return live
    },
    async wait(ids, timeoutSeconds, signal) {
      const runs = ids.length === 0 ? stillToCome() : ids.flatMap(named)
      const patience = { clock, settlements, signal, timeoutMs: timeoutSeconds * SECOND }
      await waitUntilSettled(() => unfinished(runs), patience)
      return outcomeOf(current(runs))
    },
  }

  function outcomeOf(runs: readonly RunRow[]): WaitOutcome {
    const done = runs.filter((run) => isFinal(run.state))
    const delegationIds = [...new Set(runs.map((run) => run.delegationId))]
    return {
      text: delegationIds
        .map((id) => done.filter((run) => run.delegationId === id))
        .flatMap((group) => (group[0] ? [deliveryText(group[0].delegationId, group, clock.now())] : []))
        .join('\n\n'),
      deliveries: wholeUnits(done.map((run) => run.id)),
      delegationIds,
      runIds: runs.map((run) => run.id),
      pending: unfinished(runs),
    }
  }

  /** Units that stand in the answer whole and are this asker's to take; part of a unit is only shown early. */
  function wholeUnits(done: readonly RunId[]): WaitOutcome['deliveries'] {
    return ledger.query.deliveries
      .pending(conversationId, asker.runId)
      .filter(({ runIds }) => runIds.every((id) => done.includes(id)))
      .map(({ id }) => id)
  }
}

const lineOf = (run: RunRow, now: number, queuePlace: number | null): DelegationLine => ({
  delegationId: run.delegationId,
  runId: run.id,
  parentRunId: run.parentRunId,
  agent: run.agent,
  goal: run.task.goal,
  state: run.state,
  queuePlace,
  ageMs: Math.max(0, now - run.createdAt),
  lastActivityMs: run.lastSeenAt === null ? null : Math.max(0, now - run.lastSeenAt),
})
