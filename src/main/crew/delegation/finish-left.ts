import type { Evidence } from '../../../shared/delegation.ts'
import type { RunId } from '../../../shared/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { EndRun } from './end-run.ts'
import type { Supervisor } from './supervisor.ts'

export type FinishLeftPorts = {
  readonly ledger: Ledger
  readonly logger: Logger
  readonly endRun: EndRun
  readonly supervisor: Supervisor
  /** What can still be seen of it. Never fails. */
  readonly evidenceOf: (run: RunRow) => Promise<Evidence>
}

/** Writes down the end of runs that an app which went away was working on, or was about to write down itself. */
export async function finishLeft(ports: FinishLeftPorts, ids: readonly RunId[]): Promise<void> {
  await Promise.all(
    ids.map((id) =>
      finish(ports, id).catch((error: unknown) =>
        ports.logger.error('run.left_unfinished', { runId: id, error }),
      ),
    ),
  )
}

async function finish({ ledger, endRun, supervisor, evidenceOf }: FinishLeftPorts, id: RunId): Promise<void> {
  const run = ledger.query.runs.find(id)
  if (!run) return
  const wasCutOff = run.exitReason === 'interrupted'
  await endRun.held(run, {
    exitReason: 'interrupted',
    error: null,
    ...(wasCutOff && { evidence: await evidenceOf(run) }),
  })
  await supervisor.stopBelow(run)
}
