import { AppError } from '../../../shared/errors.ts'
import { DelegationId, RunId, type ConversationId } from '../../../shared/ids.ts'
import type {
  DelegateRequest,
  DelegateTask,
  DelegationHandle,
  ModelEndpoint,
} from '../../../shared/run-protocol.ts'
import type { Settings } from '../../../shared/settings.ts'
import { isPlaceholder } from '../../core/tools/placeholder-goal.ts'
import { selectTools } from '../../core/tools/tool-set.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { DelegationRow } from '../../store/ledger/tables/delegations.ts'
import type { NewRun, RunRow } from '../../store/ledger/tables/runs.ts'
import type { Announcements } from '../runs/announcements.ts'
import type { Asker } from './asker.ts'
import { GENERAL_PURPOSE } from './policy.ts'
import type { Transcripts } from './transcripts.ts'

export type DispatchPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: () => Settings
  /** Fails with `model_missing` when nothing could be asked. */
  readonly endpoint: (conversationId: ConversationId) => Promise<ModelEndpoint>
  /** Names of all tools, in the order in which they are offered. */
  readonly toolNames: readonly string[]
  readonly announcements: Announcements
  readonly transcripts: Transcripts
  /** Relative to the folder, as tools name it. */
  readonly transcriptPath: (delegationId: DelegationId, taskIndex: number) => string
  /** There is work in the queue. */
  readonly onQueued: () => void
}

export type Dispatch = (asker: Asker, request: DelegateRequest) => Promise<DelegationHandle>

/** Takes a whole `delegate` call on, or refuses it as a whole: nothing starts when one task is wrong. */
export function createDispatch(ports: DispatchPorts): Dispatch {
  const { ledger, clock, ids, announcements, transcripts } = ports

  return async (asker, request) => {
    const callKey = `${asker.runId ?? asker.conversationId}:${request.answerId}:${request.callIndex}`
    const before = ledger.query.delegations.findCall(callKey)
    if (before) return handleOf(before.id)
    guard(asker, request, ports)
    const { model } = await ports.endpoint(asker.conversationId)
    const delegation: DelegationRow = {
      id: DelegationId.parse(ids.next('dlg')),
      conversationId: asker.conversationId,
      parentRunId: asker.runId,
      callKey,
      independent: request.independent,
      bootId: ledger.bootId,
      createdAt: clock.now(),
    }
    const runs = request.tasks.map((task, index) => newRun(asker, delegation, { task, index, model }))
    if (await ledger.delegations.dispatch(delegation, runs)) {
      transcripts.open(rowsOf(delegation.id))
      for (const run of runs) announcements.run(run.id)
      announcements.conversation(asker.conversationId)
      ports.onQueued()
    }
    return handleOf(ledger.query.delegations.findCall(callKey)?.id ?? delegation.id)
  }

  function rowsOf(id: DelegationId): RunRow[] {
    return ledger.query.runs.ofDelegation(id)
  }
  function handleOf(id: DelegationId): DelegationHandle {
    const runs = rowsOf(id).map(({ id: runId, task, agent, state, transcriptPath }) => ({
      runId,
      goal: task.goal,
      agent,
      state,
      transcriptPath,
    }))
    return { delegationId: id, runs }
  }
  function newRun(asker: Asker, delegation: DelegationRow, job: Job): NewRun {
    const id = RunId.parse(ids.next('run'))
    const depth = asker.depth + 1
    return {
      id,
      delegationId: delegation.id,
      taskIndex: job.index,
      conversationId: asker.conversationId,
      parentRunId: asker.runId,
      depth,
      path: asker.path === null ? id : `${asker.path}/${id}`,
      task: { goal: job.task.goal, context: job.task.context ?? '' },
      agent: job.task.agent ?? GENERAL_PURPOSE,
      model: job.model,
      tools: selectTools({
        available: ports.toolNames,
        parentMay: asker.tools,
        taskAsked: job.task.tools,
        agentAllows: undefined,
        isLeaf: depth >= ports.settings().delegation.maxDepth,
      }),
      folder: asker.folder,
      transcriptPath: ports.transcriptPath(delegation.id, job.index),
      createdAt: delegation.createdAt,
    }
  }
}

type Job = { readonly task: DelegateTask; readonly index: number; readonly model: string }

const refuse = (message: string): never => {
  throw new AppError('invalid_input', message)
}

/** In this order: paused, depth, number of tasks, the tasks themselves, runs of this turn. */
function guard(
  asker: Asker,
  { tasks }: DelegateRequest,
  { settings, ledger, toolNames }: DispatchPorts,
): void {
  const { delegation } = settings()
  if (delegation.paused) refuse('The user has paused delegation. Do the work yourself, or tell the user.')
  if (asker.depth >= delegation.maxDepth) refuse(`Runs at depth ${asker.depth} may not delegate.`)
  if (tasks.length === 0) refuse('tasks is empty; give at least one.')
  if (tasks.length > delegation.maxTasksPerCall) {
    refuse(`${tasks.length} tasks in one call; at most ${delegation.maxTasksPerCall} are taken.`)
  }
  for (const [index, task] of tasks.entries()) guardTask(task, index, toolNames)
  const since = ledger.query.turns.newestStart(asker.conversationId)
  const soFar = ledger.query.runs.countSince(asker.conversationId, since)
  if (soFar + tasks.length > delegation.maxRunsPerTurn) {
    refuse(`This turn has started ${soFar} runs; at most ${delegation.maxRunsPerTurn} are allowed.`)
  }
}

function guardTask({ goal, agent, tools }: DelegateTask, index: number, toolNames: readonly string[]): void {
  if (isPlaceholder(goal)) refuse(`tasks[${index}].goal says nothing that could be done.`)
  if (agent !== undefined && agent !== GENERAL_PURPOSE) {
    refuse(`tasks[${index}].agent: there is no agent ${JSON.stringify(agent)}. There is ${GENERAL_PURPOSE}.`)
  }
  const unknown = tools?.find((name) => !toolNames.includes(name))
  if (unknown !== undefined) {
    refuse(
      `tasks[${index}].tools: there is no tool ${JSON.stringify(unknown)}. Tools: ${toolNames.join(', ')}.`,
    )
  }
}
