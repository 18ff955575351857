import type { Entry, ToolCall } from '../../../shared/entry.ts'

/** A call without a result, and its place among all calls of its answer: it keeps that over a restart. */
export type OpenCall = { readonly call: ToolCall; readonly callIndex: number }

/** `step`: which answer of the journal asked for them, counted from 1. */
export type OpenCalls = { readonly calls: readonly OpenCall[]; readonly step: number }

/** Calls of the last answer that have no result yet, in their order. Empty when every one has. */
export function openCalls(entries: readonly Entry[]): OpenCalls {
  const last = entries.findLastIndex((entry) => entry.content.kind === 'assistant')
  const answer = entries[last]?.content
  if (answer?.kind !== 'assistant') return { calls: [], step: 0 }
  const answered = new Set(
    entries
      .slice(last + 1)
      .flatMap(({ content }) => (content.kind === 'tool_result' ? [content.callId] : [])),
  )
  const calls = answer.toolCalls.map((call, callIndex) => ({ call, callIndex }))
  return { calls: calls.filter(({ call }) => !answered.has(call.id)), step: countSteps(entries) }
}

/** Model calls that brought an answer: the steps of a journal. */
export const countSteps = (entries: readonly Entry[]): number =>
  entries.filter((entry) => entry.content.kind === 'assistant').length

/** The last word was an answer that asks for nothing: there is nothing to answer. */
export const endsInAnswer = (entries: readonly Entry[]): boolean => {
  const last = entries.at(-1)?.content
  return last?.kind === 'assistant' && last.toolCalls.length === 0
}
