import { join } from 'node:path'
import type { RunView } from '../../shared/delegation.ts'
import { AppError } from '../../shared/errors.ts'
import { BootId, type ConversationId } from '../../shared/ids.ts'
import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import type { HostServices } from '../app/handlers/services.ts'
import type { ApprovalDesk } from '../crew/conversation/approval-desk.ts'
import { createFolderTrust } from '../crew/conversation/folder-trust.ts'
import type { Conversations } from '../crew/conversation/open-conversations.ts'
import { createAnnouncements, type SignsOfLife } from '../crew/runs/announcements.ts'
import { createDiskWatch } from '../crew/runs/disk-watch.ts'
import { NO_SIGNS, toRunView } from '../crew/runs/run-view.ts'
import { parentOf } from '../outside/shell/process-identity.ts'
import { createPrices } from '../outside/model/prices.ts'
import { Disposables } from '../platform/disposables.ts'
import { lockFolder } from '../store/ledger/folder-lock.ts'
import { openLedger } from '../store/ledger/open-ledger.ts'
import { checkFolder } from '../store/workspace/folder-check.ts'
import { gatherAgents } from './agents.ts'
import { gatherCrew, type Crew, type Ground } from './crew.ts'
import { openDemo } from './demo.ts'
import { currentEndpoint } from './models.ts'
import { endOrphans } from './orphans.ts'
import { loadPrompts } from './prompts.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { recordsFolder } from './records-folder.ts'
import { createToolShop } from './tool-shop.ts'
import { createTranscripts } from './transcripts.ts'
import { openWorkerPool } from './worker-pool.ts'

/**
 * Everything but a face: the ledger and the crew of one data folder, the same for the window and the command line.
 * @throws `data_in_use`, `data_newer`, `data_unreadable`, `disk_full`
 */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const parts = new Disposables()
  try {
    const ground = await layGround(options, parts)
    const crew = gatherCrew(ground)
    parts.use(crew.breakers)
    parts.use(crew.throttle)
    parts.use(crew.budgets)
    parts.use(crew.delegation)
    parts.use(crew.conversations)
    parts.use(ground.disk) // gone first: what waits for room would hold up the others
    await takeOver(ground, crew)
    return asRuntime(ground, crew, parts)
  } catch (thrown) {
    await parts[Symbol.asyncDispose]()
    throw thrown
  }
}

async function layGround(options: RuntimeOptions, parts: Disposables): Promise<Ground> {
  const { dataFolder, ids, secrets, network } = options
  const settings = options.settings.current
  parts.use(lockFolder(dataFolder))
  const bootId = BootId.parse(ids.next('boot'))
  const ledger = parts.use(
    openLedger({ ...options, bootId, pid: process.pid, priceOf: createPrices(settings) }),
  )
  const signs: SignsOfLife = new Map()
  const demo = openDemo(options)
  const toolShop = createToolShop({ ...options, ledger, settings })
  const transcripts = createTranscripts({
    ...options,
    targetOf: toolShop.targetOf,
    recordsFolder: (run) => recordsFolder(dataFolder, run),
    runsOf: ledger.query.runs.ofDelegation,
  })
  const trust = createFolderTrust({ ledger, checkFolder: (path) => checkFolder(path, options) })
  const endpointNow = (id: ConversationId, model: string | null = null): ModelEndpoint => {
    const conversation = ledger.query.conversations.find(id)
    return conversation?.demo === true && conversation.folder !== null
      ? demo.endpointIn(conversation.folder)
      : currentEndpoint({ settings, secrets, network }, model)
  }
  return {
    ...options,
    settings,
    ledger,
    signs,
    parentOf,
    toolShop,
    transcripts: parts.use(transcripts),
    pool: parts.use(openWorkerPool({ ...options, settings, ledger })),
    prompts: await loadPrompts(options.resources),
    announcements: createAnnouncements(ledger, options.announce, signs),
    disk: createDiskWatch({ ...options, folder: dataFolder }),
    demo,
    trust,
    ...gatherAgents({ ...options, settings, toolShop, trust }),
    endpointNow,
    endpoint: async (id, model) => endpointNow(id, model),
    viewOf: (run) => toRunView(ledger, run, signs.get(run.id) ?? NO_SIGNS),
  }
}

/** What an earlier start left: processes are ended, rows are brought into a form that can go on. */
async function takeOver(ground: Ground, { conversations, delegation }: Crew): Promise<void> {
  await endOrphans(ground)
  const left = await ground.ledger.boot.takeOver()
  await conversations.resume(left)
  await delegation.resume(left)
}

/** What faces use of it. */
export type Runtime = AsyncDisposable & {
  readonly conversations: Conversations
  readonly folders: HostServices['folders']
  readonly agents: HostServices['agents']
  readonly approvals: ApprovalDesk
  readonly breakers: HostServices['breakers']
  readonly disk: HostServices['disk']
  readonly throttle: HostServices['throttle']
  readonly budgets: HostServices['budgets']
  readonly delegations: HostServices['delegations'] & {
    /** Runs of all conversations that are not final. */
    live(): RunView[]
  }
  settingsChanged(): void
  /** The machine slept, and is awake again. */
  resumed(): void
  /** Whether something works that sleep would cut off; what waits for a person may wait asleep. */
  isAtWork(): boolean
  /** Runs and turns that quitting would interrupt. */
  countLive(): number
}

function asRuntime(
  { ledger, dataFolder, trust, disk, rosterOf, viewOf }: Ground,
  crew: Crew,
  parts: Disposables,
): Runtime {
  const { conversations, delegation } = crew
  return {
    conversations,
    folders: trust,
    agents: { list: async (folder) => [...(await rosterOf(folder)).all] },
    approvals: crew.desk,
    breakers: crew.breakers,
    disk,
    delegations: {
      openRun: delegation.openRun,
      live: () => ledger.query.runs.live().map(viewOf),
      stopRun: delegation.stopRun,
      stopDelegation: delegation.stopDelegation,
      stopAll: crew.stopEverything,
      transcriptPath(id) {
        const run = ledger.query.runs.find(id)
        if (!run) throw new AppError('not_found', `No run ${id}.`)
        return join(recordsFolder(dataFolder, run), run.transcriptPath)
      },
    },
    settingsChanged: crew.settingsChanged,
    budgets: crew.budgets,
    resumed: crew.resumed,
    isAtWork: () => AT_WORK.some((state) => ledger.query.runs.inState(state).length > 0),
    throttle: crew.throttle,
    countLive: () =>
      ledger.query.runs.live().length + conversations.list().filter(({ turn }) => turn !== 'idle').length,
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  }
}

/** States in which a run of ours does something by itself. */
const AT_WORK = ['starting', 'running', 'finalizing'] as const
