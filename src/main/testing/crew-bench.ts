import { createFolderTrust } from '../crew/conversation/folder-trust.ts'
import { checkFolder } from '../store/workspace/folder-check.ts'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { MODEL_NAME, startModelServer, type ModelServer } from '../../../e2e/fixtures/model-server.ts'
import type { BudgetView } from '../../shared/budget.ts'
import type { BreakerView } from '../../shared/breaker.ts'
import type { ConversationView } from '../../shared/conversation.ts'
import type { RunView } from '../../shared/delegation.ts'
import type { EntryContent } from '../../shared/entry.ts'
import type { HostEvent } from '../../shared/events.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { ModelEndpoint } from '../../shared/run-protocol.ts'
import { Settings } from '../../shared/settings.ts'
import { gatherAgents } from '../compose/agents.ts'
import { gatherCrew, type Crew, type Ground } from '../compose/crew.ts'
import { openDemo } from '../compose/demo.ts'
import { currentEndpoint } from '../compose/models.ts'
import { loadPrompts } from '../compose/prompts.ts'
import { recordsFolder } from '../compose/records-folder.ts'
import { createToolShop } from '../compose/tool-shop.ts'
import { createTranscripts } from '../compose/transcripts.ts'
import { createAnnouncements, type SignsOfLife } from '../crew/runs/announcements.ts'
import { createDiskWatch } from '../crew/runs/disk-watch.ts'
import { NO_SIGNS, toRunView } from '../crew/runs/run-view.ts'
import { parentOf } from '../outside/shell/process-identity.ts'
import type { LaunchChild } from '../platform/child.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import { createMemoryLauncher, type MemoryChild, type Program } from './in-memory-child.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openTemporaryLedger, type TemporaryLedger } from './temporary-ledger.ts'

export type CrewParts = {
  readonly clock?: Clock
  readonly delegation?: Partial<Settings['delegation']>
  readonly permissions?: Partial<Settings['permissions']>
  /** Whether somebody sees to breakers, as by default; without, agents give up. */
  readonly isAttended?: boolean
  /** Plays the workers, instead of real ones in this process. */
  readonly program?: Program
  /** Starts real processes instead. */
  readonly launch?: LaunchChild
  /** Puts faults into the ledger, e.g. a disk that is full. */
  readonly spoil?: (ledger: Ledger) => Ledger
}

export type CrewBench = Crew &
  Pick<TemporaryLedger, 'ledger' | 'ids' | 'dataFolder' | 'prices'> & {
    readonly models: ModelServer
    readonly children: readonly MemoryChild[]
    readonly folder: string
    readonly events: readonly HostEvent[]
    /** What was logged as an error. A test that expects some takes them out; what is left fails it. */
    readonly errors: string[]
    readonly settings: Settings
    /** Breakers whose opening was told to a person. */
    readonly notices: readonly BreakerView[]
    /** Budgets that a person was told are spent. */
    readonly budgetNotices: readonly BudgetView[]
    /** From now on this is the key of an endpoint, by default of the first. */
    changeKey(key: string, baseUrl?: string): void
    /** A conversation in the folder that begins with this message. */
    say(text: string): Promise<ConversationView>
    conversation(id: ConversationId): ConversationView
    runs(id: ConversationId): RunView[]
    /** What the model of a run is writing right now. */
    seen(id: ConversationId, index?: number): string
    /** What stands in the conversation's journal. */
    contents(id: ConversationId): EntryContent[]
    /** Waits until the conversation's turn is over and nothing of its tree is left to do. */
    settled(id: ConversationId): Promise<void>
    /** The app goes, as when a person quits. */
    quit(): Promise<void>
    /** The app dies: its workers with it, and nothing more is done in this boot. */
    crash(): void
    /** Another start over the same data. */
    restart(): Promise<CrewBench>
  }

/** The whole crew over a real ledger, with workers in this process and a model server over real HTTP. */
export async function openCrew(parts: CrewParts = {}): Promise<CrewBench> {
  const models = await startModelServer()
  onTestFinished(() => models[Symbol.asyncDispose]())
  const settings = Settings.parse({
    model: { baseUrl: models.baseUrl, name: MODEL_NAME },
    delegation: { maxConcurrentRuns: 4, ...parts.delegation },
    permissions: parts.permissions ?? {},
  })
  return openBoot(
    { parts, models, settings, keyring: new Map(), folder: temporaryFolder() },
    openTemporaryLedger(),
  )
}

type Town = {
  readonly parts: CrewParts
  readonly models: ModelServer
  readonly settings: Settings
  /** By base URL. */
  readonly keyring: Map<string, string>
  readonly folder: string
}

const RESOURCES = join(import.meta.dirname, '../../../resources')

/** Waits for the outside world: HTTP, disk, processes; long enough for a machine that is busy with other things. */
export const eventually = (look: () => void): Promise<void> =>
  vi.waitFor(look, { timeout: 12_000, interval: 5 })

async function openBoot(town: Town, boot: TemporaryLedger): Promise<CrewBench> {
  const { parts, models, settings, folder } = town
  const ledger = parts.spoil?.(boot.ledger) ?? boot.ledger
  const clock = parts.clock ?? systemClock
  const { launch, children } = createMemoryLauncher({ clock, ids: boot.ids }, parts.program)
  const [events, errors]: [HostEvent[], string[]] = [[], []]
  const notices: BreakerView[] = []
  const budgetNotices: BudgetView[] = []
  const place = { ...boot, ledger, clock, launch: parts.launch ?? launch }
  const ground = await layGround(town, place, { events, errors, notices, budgetNotices })
  const crew = gatherCrew(ground)
  const quit = async (): Promise<void> => {
    await crew.conversations[Symbol.asyncDispose]()
    await crew.delegation[Symbol.asyncDispose]()
  }
  onTestFinished(async () => {
    expect(errors).toEqual([])
    for (const child of children) child.die()
    await quit()
  })
  const left = await ledger.boot.takeOver()
  await crew.conversations.resume(left)
  await crew.delegation.resume(left)

  const conversation = (id: ConversationId): ConversationView => crew.conversations.open(id).conversation
  return {
    ...crew,
    ...boot,
    models,
    children,
    folder,
    events,
    errors,
    settings,
    notices,
    budgetNotices,
    changeKey: (key, baseUrl = models.baseUrl) => void town.keyring.set(baseUrl, key),
    conversation,
    async say(text) {
      const { id } = await crew.conversations.create(folder)
      await crew.conversations.send(id, text)
      return conversation(id)
    },
    runs: (id) => crew.conversations.open(id).runs,
    seen(id, index = 0) {
      const run = crew.conversations.open(id).runs[index]
      return run ? (crew.delegation.partial(run.id)?.text ?? '') : ''
    },
    contents: (id) =>
      ledger.query.entries.branch(ledger.query.conversations.head(id)).map(({ content }) => content),
    settled: (id) =>
      eventually(() =>
        expect(conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 0, pendingDeliveries: 0 }),
      ),
    quit,
    crash: () => children.forEach((child) => child.freeze()),
    restart: () => openBoot(town, boot.nextBoot()),
  }
}

type Diary = {
  readonly events: HostEvent[]
  readonly errors: string[]
  readonly notices: BreakerView[]
  readonly budgetNotices: BudgetView[]
}
type Place = Omit<TemporaryLedger, 'clock' | 'nextBoot'> & {
  readonly clock: Clock
  readonly launch: LaunchChild
}

async function layGround(
  { parts, settings, keyring, folder }: Town,
  { ledger, clock, launch, dataFolder, ids }: Place,
  { events, errors, notices, budgetNotices }: Diary,
): Promise<Ground> {
  const current = (): Settings => settings
  const signs: SignsOfLife = new Map()
  const announce = (event: HostEvent): void => void events.push(event)
  const logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (event: string, facts: unknown = {}) =>
      void errors.push(`${event} ${String((facts as { error?: unknown }).error)}`),
  }
  const redact = (line: string): string => line
  const surroundings = { env: { PATH: process.env['PATH'] ?? '' }, cwd: folder }
  const toolShop = createToolShop({ ledger, settings: current, clock, ids, surroundings })
  const transcripts = createTranscripts({
    clock,
    ids,
    logger,
    redact,
    targetOf: toolShop.targetOf,
    recordsFolder: (run) => recordsFolder(dataFolder, run),
    runsOf: (id) => ledger.query.runs.ofDelegation(id),
  })
  onTestFinished(() => transcripts[Symbol.asyncDispose]())
  const home = join(dataFolder, 'home')
  const trust = createFolderTrust({ ledger, checkFolder: (path) => checkFolder(path, { home, dataFolder }) })
  const endpointNow = (_id: ConversationId, model?: string | null): ModelEndpoint =>
    currentEndpoint(
      {
        settings: current,
        secrets: { keyFor: (url: string) => keyring.get(url) ?? '' } as never,
        network: null,
      },
      model,
    )
  return {
    ...{
      dataFolder,
      clock,
      ids,
      logger,
      redact,
      pool: { launch, expect: () => undefined }, // none stands ready: each run starts its own
      surroundings,
      announce,
      signs,
      parentOf: parts.launch ? parentOf : () => Promise.resolve(null), // workers in memory start nothing themselves
      toolShop,
      transcripts,
    },
    home,
    resources: RESOURCES,
    secrets: { keyFor: () => '' } as never,
    network: null,
    language: () => 'en',
    mayBegin: () => true,
    isAttended: parts.isAttended ?? true,
    onBreakerOpened: (breaker) => void notices.push(breaker),
    onBudgetSpent: (budget) => void budgetNotices.push(budget),
    onDelivery: () => undefined,
    onTurnEnded: () => undefined,
    settings: current,
    ledger,
    prompts: await loadPrompts(RESOURCES),
    announcements: createAnnouncements(ledger, announce, signs),
    disk: createDiskWatch({ folder: dataFolder, clock, announce }),
    trust,
    ...gatherAgents({ home, toolShop, trust, settings: current }),
    demo: openDemo({ dataFolder, resources: RESOURCES, language: () => 'en' }),
    endpointNow,
    endpoint: async (id, model) => endpointNow(id, model),
    viewOf: (run) => toRunView(ledger, run, signs.get(run.id) ?? NO_SIGNS),
  }
}
