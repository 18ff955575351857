import type { Entry, EntryContent, ToolCall } from '../../../shared/entry.ts'
import { AppError } from '../../../shared/errors.ts'
import type { EntryId } from '../../../shared/ids.ts'
import type { RunSpec } from '../../../shared/run-protocol.ts'
import { countSteps, openCalls } from '../../core/agent/open-calls.ts'

/**
 * What stands in a run's journal and what it may add, remembered while its process works: nobody else writes answers there.
 * Its word is checked against this, not against what it says of itself.
 */
export type OwnCalls = {
  /** Throws when a run may not write this. */
  check(content: EntryContent): void
  /** It stands in the journal. */
  appended(entry: Entry): void
  /** Whether this very call stands there, word for word, and has no result yet. */
  isOpen(call: ToolCall): boolean
  /** The call at this place of this answer, if it has no result yet. */
  at(answerId: EntryId | null, callIndex: number): ToolCall | undefined
}

const refuse = (message: string): never => {
  throw new AppError('invalid_input', message)
}

export function followCalls({ entries, maxSteps }: Pick<RunSpec, 'entries' | 'maxSteps'>): OwnCalls {
  const before = openCalls(entries)
  let answerId = before.answerId
  let open = before.calls
  let steps = countSteps(entries)

  function checkResult(callId: string, tool: string): void {
    const made = open.find(({ call }) => call.id === callId)
    if (made?.call.name !== tool) refuse(`No open call ${JSON.stringify(callId)} of ${JSON.stringify(tool)}.`)
  }
  return {
    check(content) {
      if (content.kind === 'tool_result') checkResult(content.callId, content.tool)
      else if (content.kind === 'assistant' && steps >= maxSteps) refuse(`All ${maxSteps} steps are used.`)
      else if (content.kind !== 'assistant' && content.kind !== 'interrupted')
        refuse(`A run does not write ${content.kind} entries.`)
    },
    appended({ id, content }) {
      if (content.kind === 'tool_result') open = open.filter(({ call }) => call.id !== content.callId)
      if (content.kind !== 'assistant') return
      steps += 1
      answerId = id
      open = content.toolCalls.map((call, callIndex) => ({ call, callIndex }))
    },
    isOpen: ({ id, name, arguments: given }) =>
      open.some(({ call }) => call.id === id && call.name === name && call.arguments === given),
    at: (id, index) =>
      id === answerId ? open.find(({ callIndex }) => callIndex === index)?.call : undefined,
  }
}
