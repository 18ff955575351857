import type { Entry, ToolCall } from '../../../shared/entry.ts'
import type { EntryId } from '../../../shared/ids.ts'

/** A call without a result, and its place among all calls of its answer: it keeps that over a restart. */
export type OpenCall = { readonly call: ToolCall; readonly callIndex: number }

/** `answerId`: the answer that asked for them; null when the journal holds none. */
export type OpenCalls = { readonly calls: readonly OpenCall[]; readonly answerId: EntryId | null }

/** Calls of the last answer that have no result yet, in their order. Empty when every one has. */
export function openCalls(entries: readonly Entry[]): OpenCalls {
  const last = entries.findLastIndex((entry) => entry.content.kind === 'assistant')
  const answer = entries[last]
  if (answer?.content.kind !== 'assistant') return { calls: [], answerId: null }
  const answered = new Set(
    entries
      .slice(last + 1)
      .flatMap(({ content }) => (content.kind === 'tool_result' ? [content.callId] : [])),
  )
  const calls = answer.content.toolCalls.map((call, callIndex) => ({ call, callIndex }))
  return { calls: calls.filter(({ call }) => !answered.has(call.id)), answerId: answer.id }
}

/** Model calls that brought an answer: the steps of a journal. */
export const countSteps = (entries: readonly Entry[]): number =>
  entries.filter((entry) => entry.content.kind === 'assistant').length

/** The last word was an answer that asks for nothing: there is nothing to answer. */
export const endsInAnswer = (entries: readonly Entry[]): boolean => {
  const last = entries.at(-1)?.content
  return last?.kind === 'assistant' && last.toolCalls.length === 0
}
