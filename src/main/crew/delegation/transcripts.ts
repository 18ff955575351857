import type { Entry } from '../../../shared/entry.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'

/** The files that tell people what runs did, one a run. They never hold a run up, and a failed write never fails one. */
export interface Transcripts {
  /** Makes the files of a delegation with their headers, before its runs begin. */
  open(runs: readonly RunRow[]): void
  entry(run: RunRow, entry: Entry): void
  /** `run` is final. */
  end(run: RunRow): void
  /** Looks whether the ends of a delegation's runs are all written down, and writes them where the app had no time to. */
  mend(runs: readonly RunRow[]): void
}
