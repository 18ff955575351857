import { join } from 'node:path'
import type { Announce } from '../../shared/events.ts'
import { AppError } from '../../shared/errors.ts'
import { BootId, type RunId } from '../../shared/ids.ts'
import type { ConversationView } from '../../shared/conversation.ts'
import type { DeliveryView, RunView } from '../../shared/delegation.ts'
import type { SettingsStore } from '../app/settings/settings-file.ts'
import type { Secrets } from '../app/settings/secrets.ts'
import { openApprovalDesk } from '../crew/conversation/approval-desk.ts'
import { openConversations } from '../crew/conversation/open-conversations.ts'
import { openDelegation } from '../crew/delegation/open-delegation.ts'
import { createAnnouncements, type SignsOfLife } from '../crew/runs/announcements.ts'
import { NO_SIGNS, toRunView } from '../crew/runs/run-view.ts'
import { processStart } from '../outside/shell/process-identity.ts'
import { createOpenAiModel } from '../outside/model/openai-model.ts'
import type { ChildOptions, LaunchChild } from '../platform/child.ts'
import type { Clock } from '../platform/clock.ts'
import { Disposables } from '../platform/disposables.ts'
import type { Ids } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'
import { lockFolder } from '../store/ledger/folder-lock.ts'
import { openLedger } from '../store/ledger/open-ledger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'
import { transcriptPath } from '../store/workspace/transcript-file.ts'
import { checkFolder } from '../store/workspace/folder-check.ts'
import { claimantOfRun } from './claimants.ts'
import { concurrentRuns, currentEndpoint } from './models.ts'
import { endOrphans } from './orphans.ts'
import { loadPrompts } from './prompts.ts'
import { runSpec } from './run-spec.ts'
import { createToolShop } from './tool-shop.ts'
import { recordsFolder } from './records-folder.ts'
import { createTranscripts } from './transcripts.ts'

export type RuntimeOptions = {
  readonly dataFolder: string
  readonly home: string
  /** Files that ship with the app and are read at run time. */
  readonly resources: string
  readonly settings: SettingsStore
  readonly secrets: Secrets
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  /** Takes the secrets out of a line. */
  readonly redact: (line: string) => string
  readonly launch: LaunchChild
  readonly surroundings: Pick<ChildOptions, 'env' | 'cwd'>
  readonly announce: Announce
  /** Results came in for a conversation. For notifications; whoever needs the truth asks the ledger. */
  readonly onDelivery: (delivery: DeliveryView) => void
  /** A turn ended; the conversation as it is now. For notifications. */
  readonly onTurnEnded: (conversation: ConversationView) => void
}

/**
 * Everything but a face: the ledger and the crew of one data folder, the same for the window and the command line.
 * @throws `data_in_use`, `data_newer`, `data_unreadable`, `disk_full`
 */
export async function openRuntime(options: RuntimeOptions) {
  const { dataFolder, clock, ids, logger, settings, secrets } = options
  const parts = new Disposables()
  parts.use(lockFolder(dataFolder))
  const bootId = BootId.parse(ids.next('boot'))
  const ledger = parts.use(openLedger({ dataFolder, bootId, pid: process.pid, clock, ids }))
  const prompts = await loadPrompts(options.resources)
  const signs: SignsOfLife = new Map()
  const announcements = createAnnouncements(ledger, options.announce, signs)
  const toolShop = createToolShop({ ...options, ledger, settings: settings.current })
  const records = (run: Pick<RunRow, 'conversationId' | 'folder'>) => recordsFolder(dataFolder, run)
  const transcripts = parts.use(
    createTranscripts({
      clock,
      logger,
      redact: options.redact,
      targetOf: toolShop.targetOf,
      recordsFolder: records,
    }),
  )
  const endpoint = () =>
    Promise.resolve().then(() => currentEndpoint({ settings: settings.current, secrets }))

  const desk = openApprovalDesk({
    ledger,
    clock,
    ids,
    announcements,
    settings: settings.current,
    catalogue: toolShop.catalogue,
    onAnsweredLate: async ({ conversationId, runId }) =>
      runId === null ? conversations.continue(conversationId) : delegation.goOn(runId),
  })
  const delegation = openDelegation({
    ...options,
    ledger,
    announcements,
    signs,
    endpoint,
    transcripts,
    settings: settings.current,
    concurrentRuns: () => concurrentRuns(settings.current()),
    toolNames: toolShop.names,
    targetOf: toolShop.targetOf,
    specFor: (run) => runSpec({ ledger, prompts, endpoint, settings: settings.current }, run),
    transcriptPath,
    startTimeOf: processStart,
    gateOf: (run, slots) => desk.gateOf(claimantOfRun({ ledger, announcements, slots }, run)),
    onDelivery(delivery) {
      options.onDelivery(delivery)
      if (delivery.runId === null) void conversations.wake(delivery.conversationId).catch(logWake)
    },
  })
  const viewOf = (run: RunRow): RunView => toRunView(ledger, run, signs.get(run.id) ?? NO_SIGNS)
  const toolsFor = async (conversation: ConversationView) => {
    const asker = {
      conversationId: conversation.id,
      runId: null,
      depth: 0,
      path: null,
      folder: conversation.folder,
    }
    const tools = toolShop.namesIn(conversation.folder)
    return toolShop.toolsFor(conversation, delegation.delegatorFor({ ...asker, tools }))
  }
  const conversations = openConversations({
    ledger,
    clock,
    logger,
    announcements,
    desk,
    endpoint,
    toolsFor,
    settings: settings.current,
    createModel: (where) => createOpenAiModel({ endpoint: where, clock, ids }),
    systemPrompt: ({ folder }) => prompts.conversation(folder),
    takeInbox: delegation.inbox.takeForConversation,
    onTurnEnded: options.onTurnEnded,
    checkFolder: (path) => checkFolder(path, { home: options.home, dataFolder }),
    runsOf: (id, limit) => ledger.query.runs.ofConversation(id, limit).map(viewOf),
  })
  function logWake(error: unknown): void {
    logger.error('conversation.wake_failed', { error })
  }
  parts.use(delegation)
  parts.use(conversations)

  await endOrphans({ ledger, clock, logger })
  const left = await ledger.boot.takeOver()
  await conversations.resume(left)
  await delegation.resume(left)

  return {
    ledger,
    conversations,
    approvals: desk,
    delegations: {
      openRun: delegation.openRun,
      /** Runs of all conversations that are not final. */
      live: () => ledger.query.runs.live().map(viewOf),
      stopRun: delegation.stopRun,
      stopDelegation: delegation.stopDelegation,
      async stopAll(id: ConversationView['id']): Promise<void> {
        await Promise.all([conversations.stop(id), delegation.stopAll(id)])
      },
      transcriptPath(id: RunId): string {
        const run = ledger.query.runs.find(id)
        if (!run) throw new AppError('not_found', `No run ${id}.`)
        return join(records(run), run.transcriptPath)
      },
    },
    settingsChanged: delegation.pump,
    /** Runs and turns that quitting would interrupt. */
    countLive: () =>
      ledger.query.runs.live().length + conversations.list().filter(({ turn }) => turn !== 'idle').length,
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  }
}
export type Runtime = Awaited<ReturnType<typeof openRuntime>>
