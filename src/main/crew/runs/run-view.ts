import type { RunView } from '../../../shared/delegation.ts'
import { isFinal, RunView as RunViewSchema } from '../../../shared/delegation.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'

/** What only a live process shows and no row holds. */
export type LiveSigns = Pick<
  RunView,
  'activity' | 'unresponsive' | 'waitsForRuns' | 'stopping' | 'quietMinutes' | 'modelPlace'
> & {
  /** The model that it turned to; null: the one that it began with. */
  readonly model: string | null
}

export const NO_SIGNS: LiveSigns = {
  activity: null,
  unresponsive: false,
  waitsForRuns: false,
  stopping: false,
  quietMinutes: 0,
  modelPlace: null,
  model: null,
}

/** The row as people see it. One that is final shows nothing of a process, even while that still leaves. */
export function toRunView(ledger: Ledger, run: RunRow, signs: LiveSigns): RunView {
  const { task, folder: _folder, path: _path, tools: _tools, restarts: _restarts, ...row } = run
  const { bootId: _boot, headEntryId: _head, sideEffects: _effects, ...shown } = row
  const facts = {
    ...ledger.query.modelCalls.ofAgent(run.conversationId, run.path),
    queuePlace: ledger.query.runs.queuePlace(run.id),
  }
  const { model: turnedTo, ...shownSigns } = isFinal(run.state) ? NO_SIGNS : signs
  const model = turnedTo ?? lastModel(ledger, run)
  return RunViewSchema.parse({ ...shown, goal: task.goal, ...facts, ...shownSigns, model })
}

/** The model that a run asked last, else the one that it will begin with. */
export const lastModel = (
  { query }: Pick<Ledger, 'query'>,
  { conversationId, path, model }: RunRow,
): string => query.modelCalls.lastModel(conversationId, path) ?? model
