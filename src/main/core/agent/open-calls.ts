import type { Entry, ToolCall } from '../../../shared/entry.ts'

/** Calls of the last answer that have no result yet, in their order. Empty when the journal ends in anything else. */
export function openCalls(entries: readonly Entry[]): {
  readonly calls: readonly ToolCall[]
  readonly step: number
} {
  const last = entries.findLastIndex((entry) => entry.content.kind === 'assistant')
  const answer = entries[last]?.content
  if (answer?.kind !== 'assistant') return { calls: [], step: 0 }
  const answered = new Set(
    entries
      .slice(last + 1)
      .flatMap(({ content }) => (content.kind === 'tool_result' ? [content.callId] : [])),
  )
  const calls = answer.toolCalls.filter((call) => !answered.has(call.id))
  return { calls, step: countSteps(entries) }
}

/** Model calls that brought an answer: the steps of a journal. */
export const countSteps = (entries: readonly Entry[]): number =>
  entries.filter((entry) => entry.content.kind === 'assistant').length
