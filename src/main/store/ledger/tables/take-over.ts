import type { Database } from 'better-sqlite3'
import type { BootId, RunId } from '../../../../shared/ids.ts'

/** Restarts by the app itself, at most; a run that takes the app down twice is not started a third time. */
export const MAX_RESTARTS = 1

/**
 * What the start of a new boot does to rows that a dead process held. The lock holds one main per data folder, so a
 * `boot_id` that is not ours belongs to nobody. A run that waited without a question waited for its endpoint: it asks there
 * anew, and that does not count as a restart.
 */
export function takeOver(db: Database) {
  const earlier = `boot_id is not null and boot_id <> @bootId`
  const release = db.prepare(
    `update delegation_runs set boot_id = null where ${earlier} and state = 'waiting'`,
  )
  const goOn = db.prepare(`
    update delegation_runs set state = 'queued', attempt = attempt + 1
    where state = 'waiting' and boot_id is null and not exists (
      select 1 from approvals where approvals.run_id = delegation_runs.id and approvals.state = 'pending')`)
  const requeue = db.prepare<object, { id: string }>(`
    update delegation_runs set state = 'queued', boot_id = null, attempt = attempt + 1, restarts = restarts + 1
    where ${earlier} and state in ('starting', 'running') and side_effects = 0 and restarts < ${MAX_RESTARTS}
    returning id`)
  const interrupt = db.prepare<object, { id: string }>(`
    update delegation_runs set state = 'finalizing', exit_reason = 'interrupted', last_state = state, boot_id = @bootId,
      attempt = attempt + 1
    where ${earlier} and state in ('starting', 'running') returning id`)
  const adopt = db.prepare<object, { id: string }>(`
    update delegation_runs set boot_id = @bootId, attempt = attempt + 1, last_state = ifnull(last_state, state)
    where ${earlier} and state = 'finalizing' returning id`)

  const ids = (rows: { id: string }[]): RunId[] => rows.map((row) => row.id as RunId)
  return (bootId: BootId): { requeued: RunId[]; toFinish: RunId[] } => {
    release.run({ bootId })
    goOn.run()
    const requeued = ids(requeue.all({ bootId }))
    const toFinish = [...ids(interrupt.all({ bootId })), ...ids(adopt.all({ bootId }))]
    return { requeued, toFinish }
  }
}
