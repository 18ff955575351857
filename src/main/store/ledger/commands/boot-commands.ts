import type { ConversationId, RunId } from '../../../../shared/ids.ts'
import type { ProcessRow } from '../tables/processes.ts'
import type { CommandContext } from './command-context.ts'

/** What a dead process left, now in this boot's hands. */
export type TakenOver = {
  /** Conversations whose turn died in the middle. */
  readonly interruptedTurns: readonly ConversationId[]
  /** Runs that start again: nothing of theirs left a trace outside. */
  readonly requeuedRuns: readonly RunId[]
  /** Runs now `finalizing` under this boot, to be finished with what is known of them. */
  readonly unfinishedRuns: readonly RunId[]
}

export const bootCommands = ({ tables, commit, clock, bootId }: CommandContext) => ({
  takeOver(): Promise<TakenOver> {
    return commit(() => {
      const interruptedTurns = tables.turns.interruptEarlierBoots(bootId, clock.now())
      const { requeued, toFinish } = tables.takeOver(bootId)
      return { interruptedTurns, requeuedRuns: requeued, unfinishedRuns: toFinish }
    })
  },
  addProcess: (row: ProcessRow): Promise<void> => commit(() => tables.processes.add({ ...row, bootId })),
  removeProcess: (row: Pick<ProcessRow, 'pid' | 'kind'>): Promise<void> =>
    commit(() => tables.processes.remove(row)),
  forgetEarlierProcesses: (): Promise<void> => commit(() => tables.processes.forgetEarlierBoots(bootId)),
})
