import type { Message } from '../../../core/agent/ports.ts'

/** What the demo does next: words, and the tools it uses. */
export type DemoAnswer = { readonly text: string; readonly calls: readonly DemoCall[] }
export type DemoCall = { readonly name: string; readonly input: object }

export const say = (text: string, ...calls: readonly DemoCall[]): DemoAnswer => ({ text, calls })

/** A call of the newest answer with what came of it. */
export type Outcome = {
  readonly name: string
  readonly ok: boolean
  readonly text: string
  readonly path: string
}

/** What the tools of the newest answer said; empty when the newest message is no tool's. */
export function outcomesOf(messages: readonly Message[]): Outcome[] {
  const asked = messages.findLast((message) => message.role === 'assistant')
  if (messages.at(-1)?.role !== 'tool' || asked?.role !== 'assistant') return []
  return asked.toolCalls.flatMap(({ id, name, arguments: input }) => {
    const result = messages.findLast((message) => message.role === 'tool' && message.callId === id)
    if (result === undefined) return []
    const ok = !result.text.startsWith('Error: ')
    return [{ name, ok, text: result.text, path: pathIn(input) }]
  })
}

function pathIn(input: string): string {
  const value = JSON.parse(input) as { path?: unknown }
  return typeof value.path === 'string' ? value.path : '.'
}
