import { endOrphanedGroup } from '../outside/shell/process-group.ts'
import { processStart } from '../outside/shell/process-identity.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import type { ProcessRow } from '../store/ledger/tables/processes.ts'

export type OrphanParts = { readonly ledger: Ledger; readonly clock: Clock; readonly logger: Logger }

/** Ends what an earlier start left behind: workers that outlived it, and groups that their tools started. */
export async function endOrphans({ ledger, clock, logger }: OrphanParts): Promise<void> {
  const left = ledger.query.processes.ofEarlierBoots(ledger.bootId)
  await Promise.all(left.map((row) => endOrphan(row, clock, logger)))
  await ledger.boot.forgetEarlierProcesses()
}

/** The start time tells our process from a stranger that has its number by now. */
async function endOrphan({ pid, startedAt, kind }: ProcessRow, clock: Clock, logger: Logger): Promise<void> {
  if (kind === 'group') {
    await endOrphanedGroup(pid, startedAt, clock)
    return
  }
  if ((await processStart(pid)) !== startedAt) return
  logger.warn('orphan.ended', { pid })
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it left between our look and our call
  }
}
