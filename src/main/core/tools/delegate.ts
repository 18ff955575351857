import { z } from 'zod'
import { GENERAL_PURPOSE } from '../../../shared/agents.ts'
import {
  MOST_TASK_IMAGES,
  type DelegationChoices,
  type DelegationHandle,
} from '../../../shared/run-protocol.ts'
import type { ToolContext, ToolResult } from '../agent/ports.ts'
import { describeHandle } from './describe-handle.ts'
import { oneLine } from './one-line.ts'
import { isPlaceholder } from './placeholder-goal.ts'
import type { Delegator } from './ports.ts'
import { defineTool, reasonOf, toolError, toolText } from './tool.ts'

/** What the user's settings allow; the tool's text and its schema carry these very numbers. */
export type DelegationLimits = {
  readonly maxTasksPerCall: number
  /** All that one turn of the conversation may start, what its runs start included. */
  readonly maxRunsPerTurn: number
  /** Levels of runs that may stand below the one who calls; at 1 its sub-agents hand nothing on. */
  readonly levelsBelow: number
  /** How long a waiting call waits before its work goes on in the background. */
  readonly foregroundTimeoutSeconds: number
}

/** Longest that a call may wait for its children. */
export const MOST_WAIT_SECONDS = 600

const taskFor = ({ models }: DelegationChoices) =>
  z.strictObject({
    goal: z
      .string()
      .describe(
        'What to do, in full: the sub-agent knows nothing of this conversation. Say what to bring back.',
      ),
    context: z.string().optional().describe('Facts it needs: paths, decisions, findings, what not to touch'),
    agent: z.string().min(1).optional().describe(`Which agent does it (default ${GENERAL_PURPOSE})`),
    tools: z
      .array(z.string().min(1))
      .optional()
      .describe('Names of the only tools it gets, out of your own (default: all that it may have)'),
    model: z
      .string()
      .min(1)
      .optional()
      .describe(
        `Which model it asks (default: the usual). ${models.length > 0 ? `One of: ${models.join(', ')}` : ''}`.trim(),
      ),
    images: z
      .array(z.string().min(1))
      .max(MOST_TASK_IMAGES)
      .optional()
      .describe(
        `Paths of images in the folder that it is shown with its task, at most ${MOST_TASK_IMAGES}: PNG, JPEG, GIF or WebP`,
      ),
  })

const inputFor = (
  { maxTasksPerCall, foregroundTimeoutSeconds }: DelegationLimits,
  choices: DelegationChoices,
) =>
  z.strictObject({
    tasks: z
      .array(taskFor(choices))
      .min(1)
      .max(maxTasksPerCall)
      .describe(`1 to ${maxTasksPerCall} tasks; they run side by side`),
    wait: z
      .boolean()
      .optional()
      .describe(
        'true: wait for the results. false (default): go on at once; the results arrive by themselves',
      ),
    independent: z
      .boolean()
      .optional()
      .describe('true: each result arrives as soon as it is there. false (default): all arrive together'),
    timeout_seconds: z
      .number()
      .min(1)
      .max(MOST_WAIT_SECONDS)
      .optional()
      .describe(
        `With wait: seconds to wait (default ${foregroundTimeoutSeconds}, at most ${MOST_WAIT_SECONDS}). ` +
          'What is not done by then goes on in the background',
      ),
  })

type Input = z.output<ReturnType<typeof inputFor>>

/** Hands tasks to sub-agents, each a run in a process of its own. */
export const delegateTool = (delegator: Delegator, limits: DelegationLimits, choices: DelegationChoices) =>
  defineTool<ReturnType<typeof inputFor>>({
    name: 'delegate',
    description:
      `Hands 1 to ${limits.maxTasksPerCall} self-contained tasks to sub-agents, which work at the same time in ` +
      'processes of their own and in the same folder. They see neither this conversation nor each other: put all they ' +
      'need into goal and context. You get ids and transcript paths at once and the results later as a message by ' +
      'themselves; there is no need to ask for them. Use wait only when you can do nothing before you have them ' +
      `(it lasts ${limits.foregroundTimeoutSeconds} seconds unless you give timeout_seconds). Sub-agents ` +
      `${limits.levelsBelow > 1 ? 'may' : 'cannot'} hand work on in their turn; at most ${limits.maxRunsPerTurn} runs are ` +
      'started in one turn, theirs included.' +
      listOf(choices.agents),
    input: inputFor(limits, choices),
    effect: 'delegate',
    target: ({ tasks }) => tasks.map(({ goal }) => oneLine(goal)).join(' · '),
    run: (input, context) => delegate(delegator, { input, context, limits }),
  })

/** Characters of an agent's description that its parents read. */
const MOST_DESCRIPTION = 300

/** One line an agent; nothing when there is none to choose. */
const listOf = (agents: DelegationChoices['agents']): string =>
  agents.some(({ id }) => id !== GENERAL_PURPOSE)
    ? `\nAgents:\n${agents.map(({ id, description }) => `- ${id}: ${oneLine(description, MOST_DESCRIPTION)}`).join('\n')}`
    : ''

type Job = { readonly input: Input; readonly context: ToolContext; readonly limits: DelegationLimits }

async function delegate(delegator: Delegator, { input, context, limits }: Job): Promise<ToolResult> {
  const complaint = complaintOf(input.tasks.map(({ goal }) => goal))
  if (complaint !== null) return toolError(`Nothing was started. ${complaint}`)
  const handle = await start(delegator, input, context)
  if (typeof handle === 'string') return toolError(`Nothing was started. ${handle}`)
  if (input.wait !== true) return toolText(describeHandle(handle), detailsOf(handle))
  return waitFor(delegator, handle, {
    seconds: input.timeout_seconds ?? limits.foregroundTimeoutSeconds,
    signal: context.signal,
  })
}

/** What is wrong with the goals as a whole; null when nothing is. */
function complaintOf(goals: readonly string[]): string | null {
  const empty = goals.findIndex(isPlaceholder)
  if (empty < 0) return null
  const goal = JSON.stringify(oneLine(goals[empty] ?? ''))
  return `tasks[${empty}].goal is ${goal}, which tells a sub-agent nothing. Write what it has to do and what to bring back.`
}

/** The handle, or why there is none. */
async function start(
  delegator: Delegator,
  { tasks, independent = false }: Input,
  { answerId, callIndex }: ToolContext,
): Promise<DelegationHandle | string> {
  try {
    return await delegator.start({ tasks, independent, answerId, callIndex })
  } catch (thrown) {
    return reasonOf(thrown)
  }
}

/** A call that was stopped or took too long leaves its work in the background and answers with what there is. */
async function waitFor(
  delegator: Delegator,
  handle: DelegationHandle,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<ToolResult> {
  const outcome = await delegator.wait([handle.delegationId], seconds, signal)
  const done = outcome.pending.length === 0
  const why = signal.aborted ? 'You were stopped while waiting' : `Not all were done after ${seconds} seconds`
  const goesOn = `${why}. This goes on in the background; the rest of the results will arrive by themselves:`
  const pending = handle.runs.filter(({ runId }) => outcome.pending.includes(runId))
  const text = done ? [outcome.text] : [outcome.text, goesOn, describeHandle({ ...handle, runs: pending })]
  return {
    ok: true,
    text: text.filter((part) => part !== '').join('\n\n'),
    details: detailsOf(handle),
    deliveries: outcome.deliveries,
  }
}

const detailsOf = ({ delegationId, runs }: DelegationHandle) =>
  ({ kind: 'delegation', delegationId, runIds: runs.map(({ runId }) => runId) }) as const
