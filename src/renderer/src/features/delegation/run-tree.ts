import { isFinal, type RunView } from '../../../../shared/delegation.ts'
import type { DelegationId, RunId } from '../../../../shared/ids.ts'

/** A run with its place in the tree; `level` 0 is a child of the conversation. */
export type TreeRow = { readonly run: RunView; readonly level: number }

/** Runs depth first, each below the one that asked for it, siblings in the order in which they were first seen. */
export function treeOf(runs: Iterable<RunView>): readonly TreeRow[] {
  const all = [...runs]
  const known = new Set(all.map(({ id }) => id))
  const children = new Map<RunId | null, RunView[]>()
  for (const run of all) {
    const parent = run.parentRunId !== null && known.has(run.parentRunId) ? run.parentRunId : null
    children.set(parent, [...(children.get(parent) ?? []), run])
  }
  const rows: TreeRow[] = []
  const walk = (parent: RunId | null, level: number): void => {
    for (const run of children.get(parent) ?? []) {
      rows.push({ run, level })
      walk(run.id, level + 1)
    }
  }
  walk(null, 0)
  return rows
}

/** How many runs stand where, for one line of summary. */
export type Counts = {
  readonly working: number
  readonly queued: number
  readonly needYou: number
  readonly ended: number
}

export const countsOf = (runs: readonly RunView[]): Counts => ({
  working: runs.filter(({ state }) => state === 'starting' || state === 'running' || state === 'finalizing')
    .length,
  queued: runs.filter(({ state }) => state === 'queued').length,
  needYou: runs.filter(({ state }) => state === 'waiting').length,
  ended: runs.filter(({ state }) => isFinal(state)).length,
})

/** Runs of one delegation in the order of its tasks. */
export const runsOfDelegation = (runs: Iterable<RunView>, delegationId: DelegationId): readonly RunView[] =>
  [...runs].filter((run) => run.delegationId === delegationId).sort((a, b) => a.taskIndex - b.taskIndex)

/**
 * The delegation that a call without outcome has started: its goals are those of the call, and no other call has it.
 * A waiting `delegate` answers only when its runs are done, and until then nothing else ties the two together.
 */
export function delegationOfCall(
  runs: Iterable<RunView>,
  goals: readonly string[],
  claimed: ReadonlySet<DelegationId>,
): DelegationId | null {
  const all = [...runs].filter((run) => run.parentRunId === null && !claimed.has(run.delegationId))
  for (const id of new Set(all.map((run) => run.delegationId))) {
    const own = runsOfDelegation(all, id)
    if (own.length === goals.length && own.every((run, index) => run.goal === goals[index])) return id
  }
  return null
}
