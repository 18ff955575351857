import type { Message } from '../../core/agent/ports.ts'
import { scriptIn, type Line, type Script, type Step } from './script.ts'

/** What the model does next, with nothing left to look up. */
export type Action =
  | { readonly type: 'say' | 'think' | 'error'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly tool: string; readonly input: string }
  | { readonly type: 'pause'; readonly ms: number }
  | { readonly type: 'gate'; readonly name: string }
  | {
      readonly type: 'status'
      readonly status: number
      readonly retryAfter: string | null
      readonly text: string
    }
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'garbage' | 'hang' | 'cut' | 'close' | 'end' }

/**
 * Composes an answer from the request alone: the script is in it, and so is how far it was played.
 * @param asked how often this step has been asked for, this time included; for lines that hold only the first times
 */
export function composeAnswer(messages: readonly Message[], asked = 1): readonly Action[] {
  const place = findPlace(messages)
  if (place === null) return [{ type: 'say', text: `No script to play. ${newest(messages)}`.trim() }]
  const step: Step = place.script[place.step] ?? [{ command: 'echo', rest: '', times: Infinity }]
  return step.filter(({ times }) => asked <= times).map((line, index) => act(line, index, messages))
}

/** Names the step that a request asks for: equal for equal histories up to the script, whatever came after. */
export function placeKey(messages: readonly Message[]): string {
  const place = findPlace(messages)
  return JSON.stringify([messages.slice(0, (place?.index ?? messages.length) + 1), place?.step])
}

type Place = { readonly index: number; readonly script: Script; readonly step: number }

function findPlace(messages: readonly Message[]): Place | null {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    const script = message?.role === 'user' ? scriptIn(message.text) : null
    if (script === null) continue
    const step = messages.slice(index + 1).filter(isAnswer).length
    return { index, script, step }
  }
  return null
}

/** An answer that broke off is asked for again; the loop marks it in the history. */
const isAnswer = (message: Message): boolean =>
  message.role === 'assistant' && !message.text.endsWith('[interrupted here]')

function act({ command, rest }: Line, index: number, messages: readonly Message[]): Action {
  switch (command) {
    case 'say':
    case 'think':
      return { type: command, text: rest.startsWith('"') ? String(JSON.parse(rest)) : rest }
    case 'error':
      return { type: 'error', text: rest }
    case 'call': {
      const [, tool = '', input = ''] = /^(\S+)\s*(.*)$/.exec(rest) ?? []
      return { type: 'call', id: `call_${messages.length}_${index}`, tool, input }
    }
    case 'echo':
      return { type: 'say', text: newest(messages) }
    case 'recall':
      return { type: 'say', text: recallFrom(messages, new RegExp(rest, 'g')) }
    case 'pause':
      return { type: 'pause', ms: Number(rest) }
    case 'gate':
      return { type: 'gate', name: rest }
    case 'status':
      return parseStatus(rest)
    case 'redirect':
      return { type: 'redirect', url: rest }
    default:
      return { type: command }
  }
}

function parseStatus(rest: string): Action {
  const [, code = '', , retryAfter = null, text = ''] =
    /^(\d+)(\s+retry-after\s+(\S+))?\s*(.*)$/.exec(rest) ?? []
  return { type: 'status', status: Number(code), retryAfter, text }
}

/** Everything that came in since the model last spoke. */
function newest(messages: readonly Message[]): string {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages
    .slice(last + 1)
    .filter(({ role }) => role !== 'system')
    .map(({ text }) => text)
    .join('\n')
}

/** Distinct matches in their order. What the model said itself, and scripts, are not looked at. */
function recallFrom(messages: readonly Message[], pattern: RegExp): string {
  const heard = messages.filter(
    ({ role, text }) => role === 'tool' || (role === 'user' && scriptIn(text) === null),
  )
  const matches = heard.flatMap(({ text }) => text.match(pattern) ?? [])
  return [...new Set(matches)].join(' ') || 'nothing of the kind'
}
