import type { DeliveryView } from '../../../../shared/delegation.ts'
import { isFinal, type ExitReason, type RunResult } from '../../../../shared/delegation.ts'
import { AppError } from '../../../../shared/errors.ts'
import { DeliveryId, EntryId, type RunId } from '../../../../shared/ids.ts'
import type { ApprovalRow } from '../tables/approvals.ts'
import type { DelegationRow } from '../tables/delegations.ts'
import { WHOLE_CALL } from '../tables/deliveries.ts'
import type { Fence, Finalize } from '../tables/run-transitions.ts'
import type { NewRun, RunRow } from '../tables/runs.ts'
import type { CommandContext } from './command-context.ts'

/** A run that has just ended, and what changed with it. */
export type Finished = {
  readonly run: RunRow
  /** Became ready, if the run was the last of its unit. */
  readonly delivery: DeliveryView | null
  /** Its questions that nobody had answered; nobody can any more. */
  readonly withdrawn: readonly ApprovalRow[]
}
export type RunEnd = { readonly exitReason: ExitReason; readonly result: RunResult }

export const delegationCommands = ({ tables, bodies, commit, clock, ids, bootId }: CommandContext) => {
  const fenced = (run: Pick<RunRow, 'id' | 'attempt'>): Fence => ({
    id: run.id,
    attempt: run.attempt,
    bootId,
  })

  /** The nearest asker up the tree that can still take a result; null: the conversation. */
  function addressee(runId: RunId | null): RunId | null {
    const asker = runId === null ? undefined : tables.runs.find(runId)
    if (!asker) return null
    return isFinal(asker.state) ? addressee(asker.parentRunId) : asker.id
  }

  /** The delivery row of a unit whose last run has just ended; null while another of it goes on. */
  function addDeliveryIfWhole(run: RunRow, delegation: DelegationRow): DeliveryView | null {
    const runs = tables.runs.ofDelegation(delegation.id)
    const unit = delegation.independent ? run.taskIndex : WHOLE_CALL
    if (!delegation.independent && !runs.every(({ state }) => isFinal(state))) return null
    const id = DeliveryId.parse(ids.next('dlv'))
    tables.deliveries.add({
      id,
      delegationId: delegation.id,
      unit,
      conversationId: run.conversationId,
      runId: addressee(delegation.parentRunId),
      now: clock.now(),
    })
    return tables.deliveries.find(id) ?? null
  }

  function ended(runId: RunId): Finished {
    const run = tables.runs.find(runId)
    const delegation = run && tables.delegations.find(run.delegationId)
    if (!run || !delegation) throw new Error(`Run ${runId} or its delegation is missing.`)
    tables.partials.clear({ conversationId: run.conversationId, runId })
    tables.deliveries.readdress(runId, addressee(run.parentRunId))
    tables.conversations.setUnread(run.conversationId, true)
    return { run, delivery: addDeliveryIfWhole(run, delegation), withdrawn: withdrawQuestions(run) }
  }

  function withdrawQuestions({ id: runId, conversationId }: RunRow): ApprovalRow[] {
    const note = 'Not asked any more: the run is over.'
    const denied = tables.approvals.denyAllOf({ conversationId, runId, note, now: clock.now() })
    return denied.flatMap((id) => tables.approvals.find(id) ?? [])
  }

  return {
    /**
     * Takes on a whole call: the delegation, its runs `queued`, each with its goal as the first entry of its journal.
     * False when this very call was taken on before: the rows of then hold.
     * @param images what those of the tasks show
     * @throws `stopped` when the asker has ended meanwhile: nobody would wait for these runs, or stop them
     */
    async dispatch(
      delegation: DelegationRow,
      runs: readonly NewRun[],
      images: readonly Buffer[] = [],
    ): Promise<boolean> {
      for (const image of images) await bodies.keep(image)
      return commit(() => {
        const asker = delegation.parentRunId === null ? undefined : tables.runs.find(delegation.parentRunId)
        if (asker && isFinal(asker.state))
          throw new AppError('stopped', 'Nothing was started: this run ended.')
        if (!tables.delegations.add(delegation)) return false
        for (const run of runs) {
          tables.runs.add(run)
          addGoal(run)
        }
        return true
      })
    },
    start: (run: RunRow): Promise<boolean> =>
      commit(() => tables.transitions.start(fenced(run), clock.now())),
    setRunning: (run: RunRow): Promise<boolean> =>
      commit(() => tables.transitions.run(fenced(run), clock.now())),
    setWaiting: (run: RunRow): Promise<boolean> => commit(() => tables.transitions.wait(fenced(run))),
    resume: (run: RunRow): Promise<boolean> => commit(() => tables.transitions.resume(fenced(run))),
    giveBack: (run: RunRow): Promise<boolean> => commit(() => tables.transitions.giveBack(fenced(run))),
    markSideEffect: (run: RunRow): Promise<boolean> =>
      commit(() => tables.transitions.markSideEffect(fenced(run))),
    finalize: (run: RunRow, end: Finalize): Promise<boolean> =>
      commit(() => tables.transitions.finalize(fenced(run), end)),
    /** Writes result and state, and with the last run of its unit the delivery: all or nothing. Null when superseded. */
    finish(run: RunRow, end: RunEnd): Promise<Finished | null> {
      return commit(() => {
        const isFirst = tables.runEnds.finish(fenced(run), { ...end, now: clock.now() })
        return isFirst ? ended(run.id) : null
      })
    },
    /** The same for a run that no process works on. Null when one does by now. */
    finishUnheld(run: RunRow, end: RunEnd): Promise<Finished | null> {
      return commit(() => {
        const last = { ...end, now: clock.now() }
        const isFirst =
          tables.runEnds.endQueued(run, last) ||
          (tables.runEnds.adoptWaiting(fenced(run), end.exitReason) &&
            tables.runEnds.finish(fenced(run), last))
        return isFirst ? ended(run.id) : null
      })
    },
    requeueAnswered: (id: RunId): Promise<boolean> => commit(() => tables.transitions.requeueAnswered(id)),
    seen: (runIds: readonly RunId[]): Promise<void> =>
      commit(() => tables.transitions.seen(bootId, runIds, clock.now())),
  }

  function addGoal(run: NewRun): void {
    const id = EntryId.parse(ids.next('ent'))
    const { images } = run.task
    tables.entries.add({
      id,
      conversationId: run.conversationId,
      runId: run.id,
      parentId: null,
      content: { kind: 'user', text: taskText(run.task), ...(images.length === 0 ? {} : { images }) },
      bodySha256: null,
      usage: null,
      deliveryId: null,
      now: clock.now(),
    })
    tables.transitions.firstHead(run.id, id)
  }
}

/** A task as its run reads it. */
const taskText = ({ goal, context, images }: RunRow['task']): string =>
  [
    goal,
    ...(context === '' ? [] : [`Context:\n${context}`]),
    ...(images.length === 0
      ? []
      : [`Images, in this order:\n${images.map(({ path }) => `- ${path}`).join('\n')}`]),
  ].join('\n\n')
