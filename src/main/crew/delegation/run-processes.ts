import type { Child } from '../../platform/child.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'

/** A process group that a tool of a run started. */
export type ToolGroup = { readonly groupId: number; readonly startedAt: string }

export type RunProcessesPorts = {
  readonly ledger: Ledger
  readonly logger: Logger
  /** What tells a process from a later one with the same pid; null when it left. */
  readonly startTimeOf: (pid: number) => Promise<string | null>
  /** Ends a process group that a tool of a run started, unless its id is another's by now. */
  readonly endGroup: (groupId: number, startedAt: string) => Promise<unknown>
  /** Only sends it a signal. Never fails. */
  readonly signalGroup: (group: ToolGroup, signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** The processes of one run as the ledger knows them: its worker, and the groups that its tools started. */
export type RunProcesses = {
  /** Writes the worker down. */
  add(worker: Child): Promise<void>
  /** Sends a signal to what its tools started. What cannot be reached is ended at the next start. */
  signalTools(signal: 'SIGTERM' | 'SIGKILL'): void
  /** The worker is gone: ends what it could not, and forgets all of it. */
  clearAway(): Promise<void>
}

export function runProcesses(ports: RunProcessesPorts, run: RunRow): RunProcesses {
  const { ledger, logger, startTimeOf, endGroup, signalGroup } = ports
  const groups = (): ToolGroup[] =>
    ledger.query.processes
      .ofRun(run.id)
      .flatMap(({ kind, pid, startedAt }) => (kind === 'group' ? [{ groupId: pid, startedAt }] : []))
  return {
    async add({ pid }) {
      const startedAt = pid === undefined ? null : await startTimeOf(pid)
      if (pid === undefined || startedAt === null) return
      await ledger.boot.addProcess({ pid, startedAt, kind: 'worker', runId: run.id })
    },
    signalTools(signal) {
      const signalAll = async (): Promise<unknown> =>
        Promise.all(groups().map((group) => signalGroup(group, signal)))
      void signalAll().catch((error: unknown) =>
        logger.error('run.tools_not_signalled', { runId: run.id, error }),
      )
    },
    async clearAway() {
      await Promise.all(groups().map(({ groupId, startedAt }) => endGroup(groupId, startedAt)))
      const left = ledger.query.processes.ofRun(run.id)
      await Promise.all(left.map((process) => ledger.boot.removeProcess(process)))
    },
  }
}
