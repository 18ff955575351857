import type { RunSnapshot } from '../../../shared/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { RunId } from '../../../shared/ids.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { SignsOfLife } from '../runs/announcements.ts'
import { NO_SIGNS, toRunView } from '../runs/run-view.ts'
import type { Supervisor } from './supervisor.ts'

/** Entries of a run that are shown at once. */
const SHOWN_ENTRIES = 400

export type OpenRunPorts = {
  readonly ledger: Ledger
  readonly signs: SignsOfLife
  readonly supervisor: Supervisor
}

/** A run's row and journal as they are now. Fails with `not_found`. */
export function openRun(
  { ledger, signs, supervisor }: OpenRunPorts,
  id: RunId,
): Omit<RunSnapshot, 'sequence'> {
  const run = ledger.query.runs.find(id)
  if (!run) throw new AppError('not_found', `No run ${id}.`)
  const entries = ledger.query.entries.branch(run.headEntryId, SHOWN_ENTRIES)
  return {
    run: toRunView(ledger, run, signs.get(id) ?? NO_SIGNS),
    entries,
    hasOlder: (entries[0]?.parentId ?? null) !== null,
    partial: supervisor.partial(id) ?? { text: '', thinking: '' },
  }
}
