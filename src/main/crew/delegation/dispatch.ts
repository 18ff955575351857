import { GENERAL_PURPOSE, type AgentProfile } from '../../../shared/agents.ts'
import { AppError } from '../../../shared/errors.ts'
import { DelegationId, RunId, type ConversationId } from '../../../shared/ids.ts'
import type {
  DelegateRequest,
  DelegateTask,
  DelegationHandle,
  ModelEndpoint,
} from '../../../shared/run-protocol.ts'
import type { Settings } from '../../../shared/settings.ts'
import { selectTools } from '../../core/tools/tool-set.ts'
import { failureOfEndpoint } from '../../outside/model/endpoint-check.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { DelegationRow } from '../../store/ledger/tables/delegations.ts'
import type { NewRun, RunRow } from '../../store/ledger/tables/runs.ts'
import type { LoadedImage } from '../../store/workspace/read-image.ts'
import type { Announcements } from '../runs/announcements.ts'
import type { Budgets } from '../runs/budgets.ts'
import type { Asker } from './asker.ts'
import { guard } from './guards.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import type { Roster, RosterOf } from './roster.ts'
import { readTaskImages, type TaskImages } from './task-images.ts'
import type { Transcripts } from './transcripts.ts'

export type DispatchPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: () => Settings
  /** Where a run of this conversation asks; `model`: one of the user's by name. Fails with `model_missing` when there is none. */
  readonly endpoint: (conversationId: ConversationId, model?: string | null) => Promise<ModelEndpoint>
  /** Names of all tools, in the order in which they are offered. */
  readonly toolNames: readonly string[]
  /** Names of the models that a task may ask for. */
  readonly models: () => readonly string[]
  readonly rosterOf: RosterOf
  readonly budgets: Pick<Budgets, 'isSpent'>
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
  const oneAtATime = createOneAtATime()

  // What a conversation has started so far stays true until the call that was judged by it is written down.
  return (asker, request) => oneAtATime(asker.conversationId, () => takeOn(asker, request))

  async function takeOn(asker: Asker, request: DelegateRequest): Promise<DelegationHandle> {
    const callKey = `${asker.runId ?? asker.conversationId}:${request.answerId}:${request.callIndex}`
    const before = ledger.query.delegations.findCall(callKey)
    if (before) return handleOf(before.id)
    const roster = await ports.rosterOf(asker.folder)
    const { model, images } = await judge(asker, request, roster)
    const delegation: DelegationRow = {
      id: DelegationId.parse(ids.next('dlg')),
      conversationId: asker.conversationId,
      parentRunId: asker.runId,
      callKey,
      independent: request.independent,
      bootId: ledger.bootId,
      createdAt: clock.now(),
    }
    const runs = request.tasks.map((task, index) =>
      newRun(asker, delegation, {
        ...{ task, index, model, agent: agentOf(task, roster) },
        images: images[index] ?? [],
      }),
    )
    const contents = images.flat().map(({ content }) => content)
    if (await ledger.delegations.dispatch(delegation, runs, contents)) {
      transcripts.open(rowsOf(delegation.id))
      for (const run of runs) announcements.run(run.id)
      announcements.conversation(asker.conversationId)
      ports.onQueued()
    }
    return handleOf(ledger.query.delegations.findCall(callKey)?.id ?? delegation.id)
  }

  /** The model that runs get which name none, and the images of each task. */
  async function judge(asker: Asker, { tasks }: DelegateRequest, roster: Roster): Promise<Judged> {
    const since = ledger.query.turns.newestStart(asker.conversationId)
    const models = ports.models()
    let images: TaskImages['ofTask'] = []
    await guard({
      ...{ asker, tasks, roster, models, toolNames: ports.toolNames, settings: ports.settings().delegation },
      runsSoFar: ledger.query.runs.countSince(asker.conversationId, since),
      isSpent: ports.budgets.isSpent(asker.conversationId),
      async haveCredentials() {
        const named = tasks.map((task) => modelOf(task, roster)).filter((name) => models.includes(name ?? ''))
        for (const name of new Set([null, ...named])) {
          assertUsable(await ports.endpoint(asker.conversationId, name))
        }
      },
      async lookAtImages() {
        const read = await readTaskImages(asker, tasks)
        images = read.ofTask
        return read
      },
    })
    return { images, model: (await ports.endpoint(asker.conversationId)).model }
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
  function newRun(
    asker: Asker,
    delegation: DelegationRow,
    { task, index, model, agent, images }: Job,
  ): NewRun {
    const id = RunId.parse(ids.next('run'))
    const depth = asker.depth + 1
    const { prompt, maxSteps, temperature, stallSeconds } = agent
    const chosen = task.model ?? agent.model
    return {
      id,
      delegationId: delegation.id,
      taskIndex: index,
      conversationId: asker.conversationId,
      parentRunId: asker.runId,
      depth,
      path: asker.path === null ? id : `${asker.path}/${id}`,
      task: {
        goal: task.goal,
        context: task.context ?? '',
        images: images.map(({ content: _, ...image }) => image),
      },
      agent: agent.id,
      profile: { prompt, model: chosen, maxSteps, temperature, stallSeconds },
      model: chosen ?? model,
      tools: selectTools({
        available: ports.toolNames,
        parentMay: asker.tools,
        taskAsked: task.tools,
        agentAllows: agent.tools ?? undefined,
        isLeaf: depth >= ports.settings().delegation.maxDepth,
      }),
      folder: asker.folder,
      transcriptPath: ports.transcriptPath(delegation.id, index),
      createdAt: delegation.createdAt,
    }
  }
}

type Job = {
  readonly task: DelegateTask
  readonly index: number
  readonly model: string
  readonly agent: AgentProfile
  readonly images: readonly LoadedImage[]
}

type Judged = { readonly model: string; readonly images: TaskImages['ofTask'] }

/** The model that a task or its agent names. */
const modelOf = ({ model, agent = GENERAL_PURPOSE }: DelegateTask, { usable }: Roster): string | null =>
  model ?? usable.find(({ id }) => id === agent)?.model ?? null

/** Refused loudly, instead of run by run later. */
function assertUsable(endpoint: ModelEndpoint): void {
  const failure = endpoint.kind === 'openai' ? failureOfEndpoint(endpoint) : null
  if (failure === null || failure.code === 'stopped') return
  const { code, details } = failure
  throw new AppError(code, `The model ${endpoint.model} cannot be asked as it is set up.`, { details })
}

/** Which one was named has been judged before. */
function agentOf({ agent = GENERAL_PURPOSE }: DelegateTask, { usable }: Roster): AgentProfile {
  const found = usable.find(({ id }) => id === agent)
  if (!found) throw new Error(`The agent ${agent} was let through and is not there.`)
  return found
}
