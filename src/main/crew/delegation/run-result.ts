import type { Evidence, RunResult, ToolTrace } from '../../../shared/delegation.ts'
import type { ContentOf, Entry, ToolCall } from '../../../shared/entry.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { PartialText } from '../runs/partial-keeper.ts'
import type { Spent } from '../../store/ledger/tables/model-calls.ts'

export type RunRecord = {
  /** The run's own journal, oldest first. */
  readonly entries: readonly Entry[]
  /** What was streamed and never became an entry. */
  readonly partial: PartialText
  readonly model: string
  readonly durationMs: number
  readonly error: WireError | null
  readonly evidence: Evidence | null
  /** Of its own calls, also of those that brought nothing. */
  readonly spent: Spent
  /** The path, command or goal of a call in one line. */
  readonly targetOf: (call: ToolCall) => string
}

/** What a run brought back, read from what it did: the same for one that answered, failed, was stopped or died. */
export function toRunResult({ entries, partial, targetOf, spent, ...facts }: RunRecord): RunResult {
  const contents = entries.map((entry) => entry.content)
  const results = contents.filter((content) => content.kind === 'tool_result')
  const calls = contents.flatMap((content) => (content.kind === 'assistant' ? content.toolCalls : []))
  return {
    summary: lastText(contents, partial),
    ...spent,
    steps: contents.filter((content) => content.kind === 'assistant').length,
    ...facts,
    toolTrace: traceOf(calls, results, targetOf),
    filesRead: unique(results.flatMap(({ details }) => (details?.kind === 'file' ? [details.path] : []))),
    filesWritten: lastWrites(results),
  }
}

/** The same of a run whose journal cannot be read: what is known without it. */
export const bareResult = ({
  entries,
  partial,
  spent,
  ...facts
}: Omit<RunRecord, 'targetOf'> & { readonly steps: number }): RunResult => ({
  summary: lastText(
    entries.map(({ content }) => content),
    partial,
  ),
  ...spent,
  toolTrace: [],
  filesRead: [],
  filesWritten: [],
  ...facts,
})

/** The answer, or how far it came: the last words that anybody could have read. */
function lastText(contents: readonly Entry['content'][], partial: PartialText): string {
  if (partial.text !== '') return partial.text
  const spoken = contents.flatMap((content) =>
    (content.kind === 'assistant' || content.kind === 'interrupted') && content.text !== ''
      ? [content.text]
      : [],
  )
  return spoken.at(-1) ?? ''
}

function traceOf(
  calls: readonly ToolCall[],
  results: readonly ContentOf<'tool_result'>[],
  targetOf: (call: ToolCall) => string,
): ToolTrace[] {
  const byId = new Map(calls.map((call) => [call.id, call]))
  return results.map((result) => {
    const call = byId.get(result.callId)
    return {
      tool: result.tool,
      argumentKeys: call ? keysOf(call.arguments) : [],
      target: call ? targetOf(call) : '',
      bytes: Buffer.byteLength(result.text),
      ok: result.ok,
    }
  })
}

function keysOf(json: string): string[] {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? Object.keys(value) : []
  } catch {
    return [] // malformed arguments never ran; their result says so
  }
}

function lastWrites(results: readonly ContentOf<'tool_result'>[]): RunResult['filesWritten'] {
  const byPath = new Map<string, string>()
  for (const { details } of results) if (details?.kind === 'write') byPath.set(details.path, details.sha256)
  return [...byPath].map(([path, sha256]) => ({ path, sha256 }))
}

const unique = (values: readonly string[]): string[] => [...new Set(values)]
