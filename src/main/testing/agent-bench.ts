import { z } from 'zod'
import { Entry, type EntryContent } from '../../shared/entry.ts'
import { type EntryId } from '../../shared/ids.ts'
import type { Decision, Effect } from '../../shared/tool.ts'
import type { Agent } from '../core/agent/agent.ts'
import { followEndpoint, type StandBy } from '../core/agent/endpoint.ts'
import { growJournal } from '../core/agent/journal.ts'
import type { Model, ToolContext, ToolResult } from '../core/agent/ports.ts'
import { createToolBox } from '../core/tools/tool-box.ts'
import { defineTool, toolText, type Tool } from '../core/tools/tool.ts'
import { createScriptedModel } from './scripted-model.ts'

export type Bench = {
  readonly agent: Agent
  /** Everything that happened, in its order: `append KIND`, `ask CALL`, `pause MS`, `begin TOOL`, `end TOOL`. */
  readonly log: string[]
  /** What stands in the journal. */
  contents(): readonly EntryContent[]
}

export type BenchParts = {
  readonly model?: Model
  readonly tools?: (log: string[]) => readonly Tool[]
  readonly maxSteps?: number
  readonly standBy?: StandBy
  readonly soFar?: readonly EntryContent[]
  readonly decide?: (callId: string, signal: AbortSignal) => Decision | Promise<Decision>
  readonly inbox?: Agent['inbox']['take']
  /** Before an entry counts as written. */
  readonly beforeAppend?: (content: EntryContent) => Promise<void> | void
}

const ALLOW: Decision = { outcome: 'allow' }

/** An agent whose surroundings are in memory and write down what is asked of them. */
export function setUpAgent(parts: BenchParts = {}): Bench {
  const log: string[] = []
  let count = 0
  const toEntry = (content: EntryContent, parentId: EntryId | null): Entry =>
    Entry.parse({
      number: ++count,
      id: `ent_${count}`,
      conversationId: 'cnv_1',
      runId: null,
      parentId,
      content,
      usage: null,
      createdAt: 0,
    })
  const journal = growJournal(
    (parts.soFar ?? []).map((content) => toEntry(content, null)),
    async (parentId, content, usage) => {
      await parts.beforeAppend?.(content)
      log.push(`append ${content.kind}${usage?.estimated === true ? ', an estimate' : ''}`)
      return toEntry(content, parentId)
    },
    async ({ input, output, estimated }) =>
      void log.push(estimated ? 'charge an estimate' : `charge ${input} ${output}`),
  )
  const agent: Agent = {
    systemPrompt: 'prompt',
    maxSteps: parts.maxSteps ?? 20,
    endpoint: followEndpoint(
      parts.model ?? createScriptedModel(),
      parts.standBy ?? (() => Promise.resolve(null)),
    ),
    tools: createToolBox(parts.tools?.(log) ?? []),
    journal,
    inbox: { take: parts.inbox ?? (() => Promise.resolve(false)) },
    permissions: {
      async decide(call, signal) {
        log.push(`ask ${call.id}`)
        return parts.decide?.(call.id, signal) ?? ALLOW
      },
    },
    onlooker: { streamed: () => undefined, working: () => undefined, pausing: () => undefined },
    elapsed: () => 0,
    hasSlept: () => false,
    pause(ms) {
      log.push(`pause ${ms}`)
      return Promise.resolve()
    },
  }
  return { agent, log, contents: () => journal.entries.map(({ content }) => content) }
}

export type RunTool = (input: { word: string }, context: ToolContext) => Promise<ToolResult> | ToolResult

/** A tool that takes one word; it answers with that word unless the test says otherwise. */
export const wordTool =
  (name: string, effect: Effect, run: RunTool = ({ word }) => toolText(word)) =>
  (log: string[]): Tool =>
    defineTool({
      name,
      description: name,
      input: z.strictObject({ word: z.string() }),
      effect,
      target: ({ word }) => word,
      async run(input: { word: string }, context) {
        log.push(`begin ${name} ${input.word}`)
        const result = await run(input, context)
        log.push(`end ${name} ${input.word}`)
        return result
      },
    })
