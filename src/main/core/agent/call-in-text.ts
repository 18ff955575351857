import type { ToolCall } from '../../../shared/entry.ts'

/** A call that stood in an answer's text, and the words around it. */
export type CallInText = { readonly call: ToolCall; readonly text: string }

type Reading = {
  readonly id: string
  /** Whether the tool is one of the agent's and its arguments are valid. */
  readonly accepts: (call: ToolCall) => boolean
}

/**
 * Reads a call that a model wrote as text: the whole answer is its JSON, or the answer holds one fence, or one `tool_call`
 * tag, and that is the JSON. What is not clearly a call of a real tool stays text.
 */
export function callInText(text: string, { id, accepts }: Reading): CallInText | null {
  const fences = [...text.matchAll(FENCE), ...text.matchAll(TAG)]
  const [fence] = fences
  if (fences.length > 1) return null
  const call = toCall(fence?.[1] ?? text, id)
  if (call === null || !accepts(call)) return null
  return { call, text: fence === undefined ? '' : text.replace(fence[0], '').trim() }
}

const FENCE = /^[ \t]*```[\w-]*[ \t]*\n(.*?)^[ \t]*```[ \t]*$/gms

/** As Qwen, Hermes and their kin are trained to write it, where their server does not read it for them. */
const TAG = /<tool_call>(.*?)(?:<\/tool_call>|$)/gs

function toCall(json: string, id: string): ToolCall | null {
  const value = parsed(json.trim())
  if (!isObject(value)) return null
  const call = isObject(value['function']) ? value['function'] : value
  const name = NAME_KEYS.map((key) => call[key]).find((each) => typeof each === 'string')
  const given = ARGUMENT_KEYS.map((key) => call[key]).find((each) => each !== undefined)
  if (name === undefined || given === undefined) return null
  return { id, name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
}

/** How models spell it. Arguments have to be there, empty or not: `{"name": "list_files"}` alone may be an answer. */
const NAME_KEYS = ['name', 'tool', 'tool_name', 'function']
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'input']

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(json: string): unknown {
  if (!json.startsWith('{')) return null
  try {
    return JSON.parse(json)
  } catch {
    return null // prose that begins with a brace
  }
}
