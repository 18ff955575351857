import { freemem } from 'node:os'
import type { Settings } from '../../shared/settings.ts'
import { MOST_WARM, WARM_BYTES, WARM_SHARE } from '../crew/runs/policy.ts'
import { openWarmWorkers, type WarmWorkers } from '../crew/runs/warm-workers.ts'
import { processStart } from '../outside/shell/process-identity.ts'
import type { Child, ChildOptions, LaunchChild } from '../platform/child.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import { concurrentRuns } from './models.ts'

export type WorkerPoolParts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly logger: Logger
  readonly launch: LaunchChild
  readonly surroundings: Pick<ChildOptions, 'env' | 'cwd'>
  readonly settings: () => Settings
}

/** Workers that stand ready, as many as runs may work and memory allows, each written down like one at work. */
export function openWorkerPool(parts: WorkerPoolParts): WarmWorkers {
  const { settings, ledger } = parts
  const limit = (): number => concurrentRuns(settings(), ledger.query.runs.live())
  return openWarmWorkers({
    ...parts,
    keep: (child) => keepUntilGone(parts, child),
    room: () => (settings().delegation.paused ? 0 : Math.min(limit(), MOST_WARM, fitting(freemem()))),
  })
}

const fitting = (freeBytes: number): number => Math.floor((freeBytes * WARM_SHARE) / WARM_BYTES)

/** No process of ours outlives a crash unnoticed, not even one that has nothing to do yet. */
function keepUntilGone({ ledger, logger }: WorkerPoolParts, child: Child): void {
  let written: Promise<number | null> = Promise.resolve(null)
  const log = (error: unknown): null => {
    logger.warn('worker.unwritten', { error })
    return null
  }
  child.onSpawn(() => {
    written = add(ledger, child).catch(log)
  })
  child.onExit(() => {
    void written
      .then((pid) => (pid === null ? undefined : ledger.boot.removeProcess({ pid, kind: 'worker' })))
      .catch(log)
  })
}

async function add(ledger: Ledger, { pid }: Child): Promise<number | null> {
  const startedAt = pid === undefined ? null : await processStart(pid)
  if (pid === undefined || startedAt === null) return null
  await ledger.boot.addProcess({ pid, startedAt, kind: 'worker', runId: null })
  return pid
}
