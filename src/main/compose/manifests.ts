import { isFinal } from '../../shared/delegation.ts'
import type { DelegationId } from '../../shared/ids.ts'
import type { Ids } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'
import { readStates, writeManifest, type DelegationManifest } from '../store/workspace/delegation-manifest.ts'

export type ManifestParts = {
  readonly ids: Ids
  readonly logger: Logger
  readonly redact: (line: string) => string
  readonly recordsFolder: (run: RunRow) => string
  readonly runsOf: (id: DelegationId) => readonly RunRow[]
}

/** Keeps the manifest beside each delegation's transcripts as the ledger has it. One write after the other. */
export function keepManifests({ ids, logger, redact, recordsFolder, runsOf }: ManifestParts) {
  let last: Promise<void> = Promise.resolve()
  return {
    /** Writes the manifest of the run's delegation anew, soon. A failure is logged and fails nothing. */
    write(run: RunRow): void {
      last = last
        .then(() =>
          writeManifest(toManifest(run, runsOf(run.delegationId)), {
            base: recordsFolder(run),
            redact,
            writeId: ids.next('write'),
          }),
        )
        .catch((error: unknown) =>
          logger.warn('manifest.unwritten', { delegationId: run.delegationId, error }),
        )
    },
    /** Those of a delegation's runs that are final, and are not so in its manifest. None where the manifest is gone. */
    async outdated(runs: readonly RunRow[]): Promise<RunRow[]> {
      const [first] = runs
      if (!first) return []
      const states = await readStates(recordsFolder(first), first.delegationId)
      return runs.filter(({ id, state }) => isFinal(state) && (states.get(id) ?? state) !== state)
    },
    settled: (): Promise<void> => last,
  }
}

const toManifest = ({ delegationId, createdAt }: RunRow, runs: readonly RunRow[]): DelegationManifest => ({
  delegationId,
  startedAt: createdAt,
  tasks: runs.map(
    ({ id, taskIndex, task, agent, model, state, attempt, exitReason, endedAt, transcriptPath }) => ({
      index: taskIndex,
      runId: id,
      goal: task.goal,
      agent,
      model,
      state,
      attempt,
      exitReason,
      endedAt,
      transcript: transcriptPath.split('/').at(-1) ?? '',
    }),
  ),
})
