import type { Database } from 'better-sqlite3'
import { stateAfter, type ExitReason, type RunResult } from '../../../../shared/delegation.ts'
import { HELD, type Fence } from './run-transitions.ts'

export type LastWrite = { readonly exitReason: ExitReason; readonly result: RunResult; readonly now: number }

/** The last write to a run: its result and its final state. Fenced like every other, see `run-transitions.ts`. */
export function runEnds(db: Database) {
  const finish = db.prepare(`
    update delegation_runs set state = @state, boot_id = null, result = @result, ended_at = @now
    where ${HELD} and state = 'finalizing' and exit_reason = @exitReason`)
  const endQueued = db.prepare(`
    update delegation_runs set state = @state, exit_reason = @exitReason, result = @result, ended_at = @now
    where id = @id and attempt = @attempt and state = 'queued' and @state in ('stopped', 'failed')`)
  const adoptWaiting = db.prepare(`
    update delegation_runs set state = 'finalizing', exit_reason = @exitReason, boot_id = @bootId
    where id = @id and attempt = @attempt and boot_id is null and state = 'waiting'`)

  const values = ({ exitReason, result, now }: LastWrite) => ({
    exitReason,
    now,
    state: stateAfter(exitReason),
    result: JSON.stringify(result),
  })
  const changed = (result: { changes: number }): boolean => result.changes === 1
  return {
    /** Ends a run that is `finalizing` for this very reason. */
    finish: (fence: Fence, end: LastWrite): boolean => changed(finish.run({ ...fence, ...values(end) })),
    /** Ends a run that never began: it was stopped, or could not be started. */
    endQueued: ({ id, attempt }: Omit<Fence, 'bootId'>, end: LastWrite): boolean =>
      changed(endQueued.run({ id, attempt, ...values(end) })),
    /** Takes a run that waits without a process, to end it. */
    adoptWaiting: ({ id, attempt, bootId }: Fence, exitReason: ExitReason): boolean =>
      changed(adoptWaiting.run({ id, attempt, bootId, exitReason })),
  }
}
export type RunEnds = ReturnType<typeof runEnds>
