import { AppError } from '../../../shared/errors.ts'
import type { RunHandlers } from '../../../shared/run-protocol.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'

export type ServeProcessesPorts = {
  readonly ledger: Ledger
  /** Who started a process that runs; null when none does, or where the system does not tell. */
  readonly parentOf: (pid: number) => Promise<number | null>
}

/**
 * Keeps account of what a run's tools start. Only of that: whatever stands in this account is ended with the run, so that
 * a run which could put a stranger there could end it, and one which could take another's out could hide it.
 */
export function serveProcesses(
  { ledger, parentOf }: ServeProcessesPorts,
  run: RunRow,
  workerPid: () => number | undefined,
): Pick<RunHandlers, 'process.started' | 'process.ended'> {
  return {
    async 'process.started'({ groupId, startedAt }) {
      const parent = await parentOf(groupId)
      if (parent !== null && parent !== workerPid())
        throw new AppError('invalid_input', 'This process was not started by this run.')
      await ledger.boot.addProcess({ pid: groupId, startedAt, kind: 'group', runId: run.id })
    },
    async 'process.ended'({ groupId }) {
      const own = ledger.query.processes.ofRun(run.id)
      if (own.some(({ pid, kind }) => pid === groupId && kind === 'group'))
        await ledger.boot.removeProcess({ pid: groupId, kind: 'group' })
    },
  }
}
