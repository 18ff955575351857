import type { ToolCall } from '../../../shared/entry.ts'
import type { Usage } from '../../../shared/usage.ts'
import { toUsage, type ProviderUsage } from './provider-usage.ts'

/** One chunk as vendors really send it: everything may be missing. */
export type Chunk = {
  readonly choices?: readonly Choice[] | null
  readonly usage?: ProviderUsage | null
}

type Choice = { readonly delta?: Delta | null; readonly finish_reason?: string | null }

type Delta = {
  readonly content?: string | null
  /** OpenAI's words for "I will not"; an answer like any other. */
  readonly refusal?: string | null
  /** DeepSeek, Qwen, vLLM, llama.cpp. */
  readonly reasoning_content?: string | null
  /** OpenRouter, Ollama, Groq. */
  readonly reasoning?: unknown
  readonly tool_calls?: readonly Fragment[] | null
}

type Fragment = {
  readonly index?: number | null
  readonly id?: string | null
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null
}

export type Assembled = {
  readonly text: string
  readonly thinking: string
  readonly toolCalls: readonly ToolCall[]
  readonly usage: Usage | null
  /** Why the endpoint stopped; null when it never said. */
  readonly finishReason: string | null
}

export interface StreamAssembly {
  /** Takes one chunk and returns what it adds for people to see. */
  add(chunk: Chunk): { readonly text: string; readonly thinking: string }
  result(): Assembled
}

type OpenCall = { id: string; name: string; arguments: string }

/**
 * Puts the chunks of one answer together.
 * @param nextId makes an id for a call that came without one, or with one that is taken
 * @param takenIds ids of earlier calls of the conversation: some vendors begin anew with each answer
 */
export function createStreamAssembly(nextId: () => string, takenIds: ReadonlySet<string>): StreamAssembly {
  let text = ''
  let thinking = ''
  let usage: Usage | null = null
  let finishReason: string | null = null
  const calls: OpenCall[] = []
  const callAt = new Map<number, OpenCall>()

  const addFragment = (fragment: Fragment): void => {
    const open = findOpenCall(fragment, callAt, calls)
    const call = open ?? { id: fragment.id ?? '', name: '', arguments: '' }
    if (open === undefined) calls.push(call)
    if (typeof fragment.index === 'number') callAt.set(fragment.index, call)
    call.id ||= fragment.id ?? ''
    call.name ||= fragment.function?.name ?? ''
    call.arguments += asText(fragment.function?.arguments)
  }

  return {
    add(chunk) {
      if (chunk.usage) usage = toUsage(chunk.usage) ?? usage
      const added = { text: '', thinking: '' }
      for (const { delta, finish_reason: reason } of chunk.choices ?? []) {
        finishReason = reason ?? finishReason
        added.text += `${delta?.content ?? ''}${delta?.refusal ?? ''}`
        added.thinking += asWords(delta?.reasoning_content ?? delta?.reasoning)
        delta?.tool_calls?.forEach(addFragment)
      }
      text += added.text
      thinking += added.thinking
      return added
    },
    result: () => ({ text, thinking, usage, finishReason, toolCalls: withOwnIds(calls, nextId, takenIds) }),
  }
}

/** The call that a fragment goes on with. One that brings a name and another id, or no place at all, begins a new one. */
function findOpenCall(
  { index, id, function: called }: Fragment,
  callAt: ReadonlyMap<number, OpenCall>,
  calls: readonly OpenCall[],
): OpenCall | undefined {
  const isNamed = Boolean(called?.name)
  if (typeof index !== 'number') return isNamed ? undefined : calls.at(-1)
  const call = callAt.get(index)
  const isOther = Boolean(id) && Boolean(call?.id) && id !== call?.id
  return isNamed && isOther ? undefined : call
}

function withOwnIds(
  calls: readonly OpenCall[],
  nextId: () => string,
  takenIds: ReadonlySet<string>,
): ToolCall[] {
  const taken = new Set(takenIds)
  return calls.map((call) => {
    const id = call.id === '' || taken.has(call.id) ? nextId() : call.id
    taken.add(id)
    return { id, name: call.name, arguments: call.arguments.trim() === '' ? '{}' : call.arguments }
  })
}

const asWords = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Arguments are text in pieces; a few vendors send them as an object, whole. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : ''
}
