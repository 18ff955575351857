import type { Database } from 'better-sqlite3'
import type { ExitReason } from '../../../../shared/delegation.ts'
import type { WireError } from '../../../../shared/errors.ts'
import type { BootId, EntryId, RunId } from '../../../../shared/ids.ts'

/** Who writes: the attempt and the boot that it believes to be the current ones. */
export type Fence = { readonly id: RunId; readonly attempt: number; readonly bootId: BootId }

/** The row that a writer believes to hold. */
export const HELD = `id = @id and attempt = @attempt and boot_id = @bootId`

/** Why a run ends, known before its result is. */
export type Finalize = {
  readonly exitReason: ExitReason
  readonly truncated: boolean
  readonly error: WireError | null
}

/**
 * What leads a run from one state to the next.
 *
 *     queued → starting → running ⇄ waiting
 *                 └─────────┴──────────┴──→ finalizing → one of the six final states
 *
 * A queued run may also be stopped or fail before it began. A boot that finds rows of an earlier one sends them back to
 * `queued` or through `finalizing`; a run that waits for a person just loses its process, and goes back to the queue with
 * the answer. `state-table.test.ts` holds all of it against the one table of what may follow what.
 *
 * Each write names the state, the attempt and the boot it expects, and answers whether the row was so. False is ordinary:
 * somebody else was first, and their word holds.
 */
export function runTransitions(db: Database) {
  const start = db.prepare(`
    update delegation_runs set state = 'starting', boot_id = @bootId, started_at = ifnull(started_at, @now), last_seen_at = @now
    where id = @id and attempt = @attempt and state = 'queued'`)
  const run = db.prepare(`
    update delegation_runs set state = 'running', last_seen_at = @now where ${HELD} and state = 'starting'`)
  const wait = db.prepare(`update delegation_runs set state = 'waiting' where ${HELD} and state = 'running'`)
  const resume = db.prepare(
    `update delegation_runs set state = 'running' where ${HELD} and state = 'waiting'`,
  )
  const finalize = db.prepare(`
    update delegation_runs set state = 'finalizing', exit_reason = @exitReason, truncated = @truncated, error = @error
    where ${HELD} and state in ('starting', 'running', 'waiting')`)
  const giveBack = db.prepare(`update delegation_runs set boot_id = null where ${HELD} and state = 'waiting'`)
  const requeueAnswered = db.prepare(`
    update delegation_runs set state = 'queued', attempt = attempt + 1
    where id = @id and state = 'waiting' and boot_id is null and not exists (
      select 1 from approvals where approvals.run_id = delegation_runs.id and approvals.state = 'pending')`)
  const markSideEffect = db.prepare(`
    update delegation_runs set side_effects = 1 where ${HELD} and state in ('running', 'waiting')`)
  const moveHead = db.prepare(`
    update delegation_runs set head_entry_id = @entryId, steps = steps + @steps
    where ${HELD} and head_entry_id is @parentId and state in ('starting', 'running', 'waiting', 'finalizing')`)
  const held = db.prepare(`
    select 1 from delegation_runs where ${HELD} and state in ('starting', 'running', 'waiting', 'finalizing')`)
  const firstHead = db.prepare(
    `update delegation_runs set head_entry_id = @entryId where id = @id and head_entry_id is null`,
  )
  const seen = db.prepare(`
    update delegation_runs set last_seen_at = @now
    where boot_id = @bootId and id in (select value from json_each(@ids))`)

  const changed = (result: { changes: number }): boolean => result.changes === 1
  return {
    start: (fence: Fence, now: number): boolean => changed(start.run({ ...fence, now })),
    run: (fence: Fence, now: number): boolean => changed(run.run({ ...fence, now })),
    wait: (fence: Fence): boolean => changed(wait.run(fence)),
    resume: (fence: Fence): boolean => changed(resume.run(fence)),
    finalize: (fence: Fence, { exitReason, truncated, error }: Finalize): boolean =>
      changed(
        finalize.run({
          ...fence,
          exitReason,
          truncated: Number(truncated),
          error: error && JSON.stringify(error),
        }),
      ),
    /** It goes on waiting, without a process. */
    giveBack: (fence: Fence): boolean => changed(giveBack.run(fence)),
    /** What it waited for is there, and it has no process any more. False while a question of it is open. */
    requeueAnswered: (id: RunId): boolean => changed(requeueAnswered.run({ id })),
    markSideEffect: (fence: Fence): boolean => changed(markSideEffect.run(fence)),
    /** Whether the writer's attempt is at work. */
    isHeld: (fence: Fence): boolean => held.get(fence) !== undefined,
    moveHead: (fence: Fence, move: { parentId: EntryId | null; entryId: EntryId; steps: number }): boolean =>
      changed(moveHead.run({ ...fence, ...move })),
    /** The goal, written when the run is dispatched. */
    firstHead: (id: RunId, entryId: EntryId): boolean => changed(firstHead.run({ id, entryId })),
    seen: (bootId: BootId, ids: readonly RunId[], now: number): void =>
      void seen.run({ bootId, now, ids: JSON.stringify(ids) }),
  }
}
export type RunTransitions = ReturnType<typeof runTransitions>
