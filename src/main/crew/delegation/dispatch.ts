import { GENERAL_PURPOSE, type AgentProfile } from '../../../shared/agents.ts'
import { DelegationId, RunId, type ConversationId } from '../../../shared/ids.ts'
import type {
  DelegateRequest,
  DelegateTask,
  DelegationHandle,
  ModelEndpoint,
} from '../../../shared/run-protocol.ts'
import type { Settings } from '../../../shared/settings.ts'
import { selectTools } from '../../core/tools/tool-set.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'
import type { DelegationRow } from '../../store/ledger/tables/delegations.ts'
import type { NewRun, RunRow } from '../../store/ledger/tables/runs.ts'
import type { Announcements } from '../runs/announcements.ts'
import type { Budgets } from '../runs/budgets.ts'
import type { Asker } from './asker.ts'
import { guard } from './guards.ts'
import type { Roster, RosterOf } from './roster.ts'
import type { Transcripts } from './transcripts.ts'

export type DispatchPorts = {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: () => Settings
  /** Where a run of this conversation asks. Fails with `model_missing` when nothing could be asked. */
  readonly endpoint: (conversationId: ConversationId) => Promise<ModelEndpoint>
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

  return async (asker, request) => {
    const callKey = `${asker.runId ?? asker.conversationId}:${request.answerId}:${request.callIndex}`
    const before = ledger.query.delegations.findCall(callKey)
    if (before) return handleOf(before.id)
    const roster = await ports.rosterOf(asker.folder)
    const model = await judge(asker, request, roster)
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
      newRun(asker, delegation, { task, index, model, agent: agentOf(task, roster) }),
    )
    if (await ledger.delegations.dispatch(delegation, runs)) {
      transcripts.open(rowsOf(delegation.id))
      for (const run of runs) announcements.run(run.id)
      announcements.conversation(asker.conversationId)
      ports.onQueued()
    }
    return handleOf(ledger.query.delegations.findCall(callKey)?.id ?? delegation.id)
  }

  /** The model that runs get which name none. */
  async function judge(asker: Asker, { tasks }: DelegateRequest, roster: Roster): Promise<string> {
    const since = ledger.query.turns.newestStart(asker.conversationId)
    const runsSoFar = ledger.query.runs.countSince(asker.conversationId, since)
    const { toolNames } = ports
    const settings = ports.settings().delegation
    const endpoint = (): Promise<ModelEndpoint> => ports.endpoint(asker.conversationId)
    const isSpent = ports.budgets.isSpent(asker.conversationId)
    const counts = { runsSoFar, isSpent }
    await guard({ asker, tasks, settings, roster, toolNames, models: ports.models(), ...counts }, endpoint)
    return (await endpoint()).model
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
  function newRun(asker: Asker, delegation: DelegationRow, { task, index, model, agent }: Job): NewRun {
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
      task: { goal: task.goal, context: task.context ?? '' },
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
}

/** Which one was named has been judged before. */
function agentOf({ agent = GENERAL_PURPOSE }: DelegateTask, { usable }: Roster): AgentProfile {
  const found = usable.find(({ id }) => id === agent)
  if (!found) throw new Error(`The agent ${agent} was let through and is not there.`)
  return found
}
