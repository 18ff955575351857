import type { ConversationView } from '../../shared/conversation.ts'
import type { RunView } from '../../shared/delegation.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import type { ToolBox } from '../core/agent/ports.ts'
import { openApprovalDesk, type ApprovalDesk } from '../crew/conversation/approval-desk.ts'
import type { FolderTrust } from '../crew/conversation/folder-trust.ts'
import { openConversations, type Conversations } from '../crew/conversation/open-conversations.ts'
import { openDelegation, type Delegation, type DelegationPorts } from '../crew/delegation/open-delegation.ts'
import type { Transcripts } from '../crew/delegation/transcripts.ts'
import type { Announcements, SignsOfLife } from '../crew/runs/announcements.ts'
import type { Asking } from '../crew/runs/behind-breaker.ts'
import type { DiskWatch } from '../crew/runs/disk-watch.ts'
import { createModelQueue } from '../crew/runs/model-queue.ts'
import { FIRST_WARM } from '../crew/runs/policy.ts'
import type { WarmWorkers } from '../crew/runs/warm-workers.ts'
import type { Breakers } from '../outside/model/breaker.ts'
import { watchNaps } from '../platform/naps.ts'
import { createModel } from '../outside/model/create-model.ts'
import { endOrphanedGroup, signalGroup } from '../outside/shell/process-group.ts'
import { processStart } from '../outside/shell/process-identity.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'
import { checkFolder } from '../store/workspace/folder-check.ts'
import { writeDiagnostic } from '../store/workspace/diagnostic-file.ts'
import { transcriptPath } from '../store/workspace/transcript-file.ts'
import type { Agents } from './agents.ts'
import type { Demo } from './demo.ts'
import { gatherBreakers } from './breakers.ts'
import { claimantOfRun } from './claimants.ts'
import { modelNames } from './models.ts'
import type { Prompts } from './prompts.ts'
import { createEvidence } from './evidence.ts'
import { recordsFolder } from './records-folder.ts'
import { gatherLimits, type Limits } from './limits.ts'
import { runSpec } from './run-spec.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import type { ToolShop } from './tool-shop.ts'

/** What the crew stands on. */
export type Ground = Omit<RuntimeOptions, 'settings' | 'launch'> &
  Agents & {
    readonly settings: RuntimeOptions['settings']['current']
    readonly ledger: Ledger
    readonly prompts: Prompts
    readonly announcements: Announcements
    readonly disk: DiskWatch
    readonly signs: SignsOfLife
    /** Who started a process; null when it does not run, or where nobody tells. */
    readonly parentOf: (pid: number) => Promise<number | null>
    readonly toolShop: ToolShop
    readonly transcripts: Transcripts
    readonly pool: Pick<WarmWorkers, 'launch' | 'expect'>
    /** `model`: one of the user's by name; null or absent: the one in use. */
    readonly endpoint: (id: ConversationId, model?: string | null) => Promise<ModelEndpoint>
    readonly endpointNow: (id: ConversationId, model?: string | null) => ModelEndpoint
    readonly demo: Demo
    readonly trust: FolderTrust
    readonly viewOf: (run: RunRow) => RunView
  }

export type Crew = Limits & {
  readonly breakers: Breakers
  readonly desk: ApprovalDesk
  readonly delegation: Delegation
  readonly conversations: Conversations
  /** Ends what a conversation does, and all that it has handed on. */
  readonly stopEverything: (id: ConversationId) => Promise<void>
  /** The machine slept, and is awake again. */
  readonly resumed: () => void
}

/** Introduces the three to each other: each knows of the others only what it is handed here. */
export function gatherCrew(ground: Ground): Crew {
  const endpointOf = ({ conversationId, model }: Asking): ModelEndpoint =>
    ground.endpointNow(conversationId, model)
  const { breakers, ...breakerRoom } = gatherBreakers({ ...ground, endpointOf }, () => {
    ground.announcements.announce({ type: 'breaker.changed', breakers: breakers.open() })
    delegation.pump()
  })
  const modelQueue = createModelQueue()
  const naps = watchNaps(ground.clock)
  const desk = openApprovalDesk({
    ...ground,
    catalogue: ground.toolShop.catalogue,
    onAnsweredLate: ({ conversationId, runId }) =>
      runId === null ? conversations.continue(conversationId) : delegation.goOn(runId),
  })
  const { settingsChanged, ...limits } = gatherLimits(ground, () => delegation.pump())
  const delegation: Delegation = openDelegation({
    ...ground,
    launch: ground.pool.launch,
    onDispatch: ground.pool.expect,
    ...breakerRoom,
    isHeld: (run) => breakerRoom.isHeld(run) || limits.budgets.holds(run.conversationId),
    ...limits,
    toolNames: ground.toolShop.names,
    models: () => modelNames(ground.settings()),
    targetOf: ground.toolShop.targetOf,
    specFor: (run) => runSpec(ground, run),
    ...recordsAndProcesses(ground),
    modelQueue,
    gateOf: (run, room) => desk.gateOf(claimantOfRun({ ...ground, ...room }, run)),
    parkingOf: (run, room) => claimantOfRun({ ...ground, ...room }, run),
    onDelivery(delivery) {
      ground.onDelivery(delivery)
      if (delivery.runId === null) void conversations.wake(delivery.conversationId).catch(logWake)
    },
  })
  const conversations: Conversations = openConversations({
    ...ground,
    carriesOn: (id) => !ground.isAttended && ground.mayBegin(id),
    ...breakerRoom,
    breakers,
    desk,
    ...limits,
    modelQueue,
    naps,
    createModel: (endpoint) => createModel({ ...ground, endpoint }),
    toolsFor(conversation) {
      // A turn begins: while its model thinks, a process gets ready. A command is not made to pay for what it may not need.
      if (ground.isAttended) ground.pool.expect(FIRST_WARM)
      return toolsOf(conversation, ground, delegation)
    },
    systemPrompt: async ({ folder }) =>
      ground.prompts.conversation(folder, await ground.trust.instructions(folder)),
    takeInbox: (id) => delegation.inbox.takeForConversation(id),
    prepareDemo: ground.demo.prepare,
    checkFolder: (path) => checkFolder(path, ground),
    runsOf: (id, limit) => ground.ledger.query.runs.ofConversation(id, limit).map(ground.viewOf),
  })
  function logWake(error: unknown): void {
    ground.logger.error('conversation.wake_failed', { error })
  }
  async function stopEverything(id: ConversationId): Promise<void> {
    await Promise.all([conversations.rest(id), delegation.stopAll(id)])
    await delegation.stopAll(id) // what the answer was just taking on
  }
  const resumed = (): void => {
    naps.woke()
    delegation.resumed()
  }
  return { breakers, desk, delegation, conversations, ...limits, settingsChanged, stopEverything, resumed }
}

/** What runs leave behind: files about them, and processes that their tools started. */
const recordsAndProcesses = (
  ground: Ground,
): Pick<
  DelegationPorts,
  'transcriptPath' | 'evidenceOf' | 'startTimeOf' | 'endGroup' | 'signalGroup' | 'writeDiagnostic'
> => ({
  transcriptPath,
  evidenceOf: createEvidence(ground),
  startTimeOf: processStart,
  endGroup: (groupId, startedAt) => endOrphanedGroup(groupId, startedAt, ground.clock),
  signalGroup,
  writeDiagnostic: (run, text) =>
    writeDiagnostic({
      ...{ base: recordsFolder(ground.dataFolder, run), text, redact: ground.redact },
      ...{ delegationId: run.delegationId, taskIndex: run.taskIndex },
    }),
})

/** A conversation's own tools; it stands at the root of its tree. */
async function toolsOf(
  conversation: ConversationView,
  { toolShop, choicesIn }: Pick<Ground, 'toolShop' | 'choicesIn'>,
  delegation: Delegation,
): Promise<ToolBox> {
  const { id, folder } = conversation
  const tools = toolShop.namesIn(folder)
  const delegator = delegation.delegatorFor({
    conversationId: id,
    runId: null,
    depth: 0,
    path: null,
    folder,
    tools,
  })
  return toolShop.toolsFor(conversation, { delegator, choices: await choicesIn(folder) })
}
