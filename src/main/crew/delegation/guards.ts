import { GENERAL_PURPOSE, type AgentProfile } from '../../../shared/agents.ts'
import { AppError } from '../../../shared/errors.ts'
import type { DelegateTask } from '../../../shared/run-protocol.ts'
import type { Settings } from '../../../shared/settings.ts'
import { isPlaceholder } from '../../core/tools/placeholder-goal.ts'
import type { Asker } from './asker.ts'
import type { Roster } from './roster.ts'

/** All that a `delegate` call is judged by. */
export type GuardedCall = {
  readonly asker: Asker
  readonly tasks: readonly DelegateTask[]
  readonly settings: Settings['delegation']
  readonly roster: Roster
  /** Names of all tools, and of the user's models. */
  readonly toolNames: readonly string[]
  readonly models: readonly string[]
  /** Runs that this turn has started. */
  readonly runsSoFar: number
  /** Whether the conversation has used what it may use today. */
  readonly isSpent: boolean
  /** Fails when there is nobody to ask, or an endpoint that a task would ask cannot be asked as it is set up. */
  readonly haveCredentials: () => Promise<void>
  /** Reads the images of the tasks. */
  readonly lookAtImages: () => Promise<{ readonly complaint: string | null }>
}

/** What is wrong with a call, for the model that made it; null: nothing, as far as this guard looks. */
type Guard = (call: GuardedCall) => string | null | Promise<string | null>

const credentials: Guard = async ({ haveCredentials }) => {
  await haveCredentials()
  return null
}

const paused: Guard = ({ settings }) =>
  settings.paused ? 'The user has paused delegation. Do the work yourself, or tell the user.' : null

const tooDeep: Guard = ({ asker, settings }) =>
  asker.depth >= settings.maxDepth ? `Runs at depth ${asker.depth} may not delegate.` : null

const numberOfTasks: Guard = ({ tasks, settings: { maxTasksPerCall } }) => {
  if (tasks.length === 0) return 'tasks is empty; give at least one.'
  return tasks.length > maxTasksPerCall
    ? `${tasks.length} tasks in one call; at most ${maxTasksPerCall} are taken.`
    : null
}

const eachTask: Guard = (call) => {
  for (const [index, task] of call.tasks.entries()) {
    const complaint = complaintOf(task, call)
    if (complaint !== null) return `tasks[${index}].${complaint}`
  }
  return null
}

const images: Guard = async ({ lookAtImages }) => (await lookAtImages()).complaint

const runsOfTurn: Guard = ({ tasks, runsSoFar, settings: { maxRunsPerTurn } }) =>
  runsSoFar + tasks.length > maxRunsPerTurn
    ? `This turn has started ${runsSoFar} runs; at most ${maxRunsPerTurn} are allowed.`
    : null

const budget: Guard = ({ isSpent }) =>
  isSpent
    ? "Today's budget of this conversation is spent. Nothing new is started until the user raises it. Say so."
    : null

/**
 * In the order in which they speak: the first that has a complaint is the one that is heard. (How many runs work at once
 * refuses nothing: what is more waits in the queue.)
 */
const GUARDS: readonly Guard[] = [
  paused,
  tooDeep,
  credentials,
  numberOfTasks,
  eachTask,
  images,
  runsOfTurn,
  budget,
]

/**
 * Judges a call as a whole: when one task is wrong, nothing starts.
 * @throws `invalid_input` with what to do about it; `model_missing`, `model_rejected` when an endpoint cannot be asked
 */
export async function guard(call: GuardedCall): Promise<void> {
  for (const complain of GUARDS) {
    const complaint = await complain(call)
    if (complaint !== null) throw new AppError('invalid_input', complaint)
  }
}

function complaintOf({ goal, agent, tools, model }: DelegateTask, call: GuardedCall): string | null {
  if (isPlaceholder(goal)) return 'goal says nothing that could be done.'
  const complaint = agent === undefined ? null : complaintOfAgent(agent, call.roster)
  if (complaint !== null) return `agent: ${complaint}`
  const unknown = tools?.find((name) => !call.toolNames.includes(name))
  if (unknown !== undefined) {
    return `tools: there is no tool ${JSON.stringify(unknown)}. Tools: ${call.toolNames.join(', ')}.`
  }
  if (model !== undefined && !call.models.includes(model)) {
    return `model: ${JSON.stringify(model)} is not one of the user's. Models: ${call.models.join(', ')}.`
  }
  return modelOfAgent(agent ?? GENERAL_PURPOSE, call)
}

/** What is in the way of the named agent, and which there are instead. */
function complaintOfAgent(id: string, { usable, all }: Roster): string | null {
  if (usable.some((agent) => agent.id === id)) return null
  const there = `Agents: ${usable.map((agent) => agent.id).join(', ')}.`
  const problem = all.find((agent) => agent.id === id)?.problem
  if (!problem) return `there is no agent ${JSON.stringify(id)}. ${there}`
  const why = {
    broken: `its file cannot be read: ${problem.reason}`,
    disabled: 'it is switched off',
    untrusted: 'the user has not let this folder bring it',
    too_large: 'its file is too large',
    shadowed: '', // another of its name is usable
  }[problem.code]
  return `${JSON.stringify(id)} cannot be used, ${why} ${there}`
}

function modelOfAgent(id: string, { roster, models }: GuardedCall): string | null {
  const agent: AgentProfile | undefined = roster.usable.find((each) => each.id === id)
  if (!agent?.model || models.includes(agent.model)) return null
  return `agent: ${agent.id} wants the model ${agent.model}, which is not one of the user's. Models: ${models.join(', ')}.`
}
