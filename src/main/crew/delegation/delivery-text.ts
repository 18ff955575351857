import type { RunRow } from '../../store/ledger/tables/runs.ts'
import { HOUR, MINUTE, SECOND, type Millis } from '../../platform/clock.ts'

/** A unit's results as its parent reads them: which delegation, how old, and each task with its state and evidence. */
export function deliveryText(delegationId: string, runs: readonly RunRow[], now: Millis): string {
  const dispatchedAt = Math.min(...runs.map((run) => run.createdAt))
  const head = `Delegation ${delegationId}, dispatched ${new Date(dispatchedAt).toISOString()}, ${age(now - dispatchedAt)} ago.`
  return [head, ...runs.map((run) => resultText(run))].join('\n\n')
}

/** One task. Partial work stands here like a whole answer, and is marked as what it is. */
function resultText(run: RunRow): string {
  const { result } = run
  const title = `Task ${run.taskIndex + 1} (${run.agent}, run ${run.id}): ${run.task.goal}`
  if (!result) return `${title}\nState: ${run.state}. No result yet.`
  const state = `State: ${run.state}${run.truncated ? ' (step limit reached, not finished)' : ''}`
  const lines = [
    title,
    `${state}, ${result.steps} steps, ${Math.round(result.durationMs / SECOND)} s.`,
    result.error ? `Error: ${result.error.code}${factsOf(result.error.details)}` : '',
    result.filesWritten.length > 0
      ? `Files written: ${result.filesWritten.map(({ path }) => path).join(', ')}`
      : '',
    result.steps > 0 && result.toolTrace.length === 0 ? 'It called no tool, hence changed nothing.' : '',
    summaryText(run),
    ...evidenceLines(run),
    `Transcript: ${run.transcriptPath}`,
  ]
  return lines.filter((line) => line !== '').join('\n')
}

function summaryText({ state, result }: RunRow): string {
  if (!result || result.summary === '') return 'It left no text.'
  return state === 'completed'
    ? `Result:\n${result.summary}`
    : `Partial text, last words before it ended:\n${result.summary}`
}

/** For whoever has to decide whether to begin anew: what is known of a run that nobody saw end. */
function evidenceLines({ result }: RunRow): string[] {
  const evidence = result?.evidence
  if (!evidence) return []
  const { lastState, transcriptTail, git } = evidence
  return [
    `The app went away while it was ${lastState}. It may have done more than is known: check before you repeat it.`,
    git
      ? `Git in its folder now: branch ${git.branch ?? '(none)'}, ${git.changedFiles} changed or new files.`
      : '',
    transcriptTail === '' ? '' : `End of its transcript:\n${transcriptTail}`,
  ]
}

const factsOf = (details: object): string =>
  Object.keys(details).length === 0 ? '' : ` ${JSON.stringify(details)}`

function age(ms: Millis): string {
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`
  return `${Math.round(ms / HOUR)} h`
}
