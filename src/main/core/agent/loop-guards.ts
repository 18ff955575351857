import type { Entry, ToolCall } from '../../../shared/entry.ts'
import type { Details } from '../../../shared/errors.ts'
import { canonical } from './canonical-json.ts'
import { FAILURES_STOP, SAME_CALL_NOTICE, SAME_CALL_STOP } from './policy.ts'

/** Whether repeating a call is its very use, such as waiting once more. */
export type MayRepeat = (call: ToolCall) => boolean

/**
 * How often in a row each of the newest calls has been made: the same tool with the same arguments, and nothing of
 * another kind between. Pure, hence it holds over restarts. What somebody says, or brings, begins a new row.
 */
export function rowsOfCalls(entries: readonly Entry[], mayRepeat: MayRepeat): ReadonlyMap<string, number> {
  const rows = new Map<string, number>()
  let before = ''
  let row = 0
  for (const call of newestCalls(entries)) {
    const same = mayRepeat(call) ? '' : spellingOf(call)
    row = same !== '' && same === before ? row + 1 : 1
    before = same
    rows.set(call.id, row)
  }
  return rows
}

/** Reading the arguments of all calls so far would take longer with every step: once for each is enough. */
const spellings = new WeakMap<ToolCall, string>()

function spellingOf(call: ToolCall): string {
  const spelling = spellings.get(call) ?? `${call.name} ${canonical(call.arguments)}`
  spellings.set(call, spelling)
  return spelling
}

/** What the model reads below a result that it has had before. Empty when there is no reason for it. */
export const noticeFor = (row: number): string =>
  row < SAME_CALL_NOTICE || row >= SAME_CALL_STOP
    ? ''
    : `\n\nNotice: you have made this very call ${row} times in a row, and it will not bring anything else. ` +
      `At ${SAME_CALL_STOP} you are stopped. Do something different, or say what holds you up.`

/** The result of a call that is not run any more. */
export const REPEATED = `Not run: the same call ${SAME_CALL_STOP} times in a row.`

/** Why the agent goes round in circles and has to be stopped; null while it does not. */
export function findLoop(entries: readonly Entry[], mayRepeat: MayRepeat): Details | null {
  const rows = rowsOfCalls(entries, mayRepeat)
  const repeated = newestCalls(entries).find(({ id }) => (rows.get(id) ?? 0) >= SAME_CALL_STOP)
  if (repeated) return { tool: repeated.name, times: SAME_CALL_STOP, reason: 'same_call' }
  const [tool, message] = failingTool(entries) ?? []
  if (tool === undefined || message === undefined) return null
  return { tool, times: FAILURES_STOP, reason: 'failures', message }
}

/** The tool that failed too often without a success between, and its last complaint. */
function failingTool(entries: readonly Entry[]): readonly [string, string] | null {
  const failures = new Map<string, number>()
  for (const { content } of newest(entries)) {
    if (content.kind !== 'tool_result') continue
    const { tool, ok, text } = content
    failures.set(tool, ok ? 0 : (failures.get(tool) ?? 0) + 1)
    if ((failures.get(tool) ?? 0) >= FAILURES_STOP) return [tool, text.split('\n')[0] ?? '']
  }
  return null
}

const newestCalls = (entries: readonly Entry[]): readonly ToolCall[] =>
  newest(entries).flatMap(({ content }) => (content.kind === 'assistant' ? content.toolCalls : []))

/** What the agent did by itself since somebody spoke, results came in, or it was stopped. */
function newest(entries: readonly Entry[]): readonly Entry[] {
  const last = entries.findLastIndex(({ content }) => BREAKS.includes(content.kind))
  return entries.slice(last + 1)
}

const BREAKS: readonly Entry['content']['kind'][] = ['user', 'delivery', 'failure']
