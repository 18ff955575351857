import type { AgentView } from '../../../shared/agents.ts'
import type { ApprovalView } from '../../../shared/approval.ts'
import type { BreakerView } from '../../../shared/breaker.ts'
import type { Bridge, Reply } from '../../../shared/bridge.ts'
import type { CallName, CallOutput, Handlers, HostSnapshot } from '../../../shared/calls.ts'
import type { FolderAnswer, FolderInspection } from '../../../shared/folder-trust.ts'
import type { BudgetView } from '../../../shared/budget.ts'
import type { ReducedRuns } from '../../../shared/reduced-runs.ts'
import type { FullDisk } from '../../../shared/full-disk.ts'
import type { FoundModels } from '../../../shared/found-models.ts'
import type { Branches, ConversationView, QueuedMessage } from '../../../shared/conversation.ts'
import type { RunView } from '../../../shared/delegation.ts'
import type { Entry } from '../../../shared/entry.ts'
import { AppError, toAppError, type WireError } from '../../../shared/errors.ts'
import type { EventBatch, HostEvent } from '../../../shared/events.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { DEFAULT_SETTINGS, Settings } from '../../../shared/settings.ts'
import { aConversation, conversationId } from './builders.ts'

/** What the host in memory knows at first. */
export type Seed = {
  readonly conversations?: readonly ConversationView[]
  readonly entries?: readonly Entry[]
  readonly branches?: Branches
  /** Of the conversation that builders make. */
  readonly queued?: readonly QueuedMessage[]
  readonly runs?: readonly RunView[]
  readonly approvals?: readonly ApprovalView[]
  readonly breakers?: readonly BreakerView[]
  readonly budgets?: readonly BudgetView[]
  readonly fullDisk?: FullDisk
  readonly reducedRuns?: ReducedRuns
  readonly settings?: Settings
  readonly settingsProblem?: WireError
  readonly networkProblem?: WireError
  readonly found?: FoundModels
  readonly agents?: readonly AgentView[]
  /** What every folder brings; nothing, unless told. */
  readonly folderItems?: FolderInspection['items']
  readonly key?: HostSnapshot['key']
  readonly system?: HostSnapshot['system']
  readonly partial?: string
}

/** A host that lives in memory: it answers from state, and what changes it tells as events, as the real one does. */
export type MemoryBridge = {
  readonly bridge: Bridge
  /** Every call in its order. */
  readonly calls: { readonly name: CallName; readonly input: unknown }[]
  /** Tells the page at once, as one batch. */
  emit(...events: HostEvent[]): void
  /** Counts events that never arrive. */
  lose(count: number): void
  /** The next call of this name is refused. */
  refuse(name: CallName, error: WireError): void
  /** What `folder.choose` answers next. */
  chosenFolder: string | null
  /** What every folder brings now. */
  folderItems: FolderInspection['items']
}

const PAGE = 200

type State = {
  sequence: number
  conversations: Map<ConversationId, ConversationView>
  approvals: Map<string, ApprovalView>
  runs: Map<string, RunView>
  entries: Entry[]
  queued: Map<ConversationId, readonly QueuedMessage[]>
  breakers: readonly BreakerView[]
  settings: Settings
  key: HostSnapshot['key']
}

const stateOf = (seed: Seed): State => ({
  sequence: 0,
  conversations: new Map((seed.conversations ?? []).map((each) => [each.id, each])),
  approvals: new Map((seed.approvals ?? []).map((each) => [each.id, each])),
  runs: new Map((seed.runs ?? []).map((each) => [each.id, each])),
  entries: [...(seed.entries ?? [])],
  queued: new Map(seed.queued === undefined ? [] : [[conversationId(), seed.queued]]),
  breakers: seed.breakers ?? [],
  settings: seed.settings ?? DEFAULT_SETTINGS,
  key: seed.key ?? { present: false, origin: '', storage: 'none' },
})

/** The state after an event: the host's own rows change first, the page hears of it after. */
function remember(state: State, event: HostEvent): void {
  if (event.type === 'conversation.changed')
    state.conversations.set(event.conversation.id, event.conversation)
  if (event.type === 'approval.changed') state.approvals.set(event.approval.id, event.approval)
  if (event.type === 'run.changed') state.runs.set(event.run.id, event.run)
  if (event.type === 'entry.appended') state.entries.push(event.entry)
  if (event.type === 'queue.changed') state.queued.set(event.conversationId, event.queued)
  if (event.type === 'breaker.changed') state.breakers = event.breakers
  if (event.type === 'settings.changed') state.settings = event.settings
}

export function createMemoryBridge(seed: Seed = {}): MemoryBridge {
  const state = stateOf(seed)
  const listeners = new Set<(batch: EventBatch) => void>()
  const refusals = new Map<CallName, WireError>()
  const calls: { name: CallName; input: unknown }[] = []

  const emit = (...events: HostEvent[]): void => {
    events.forEach((event) => remember(state, event))
    const batch = { sequence: state.sequence + 1, events }
    state.sequence += events.length
    listeners.forEach((listener) => listener(batch))
  }

  const memory: MemoryBridge = {
    calls,
    emit,
    lose: (count) => void (state.sequence += count),
    refuse: (name, error) => void refusals.set(name, error),
    chosenFolder: null,
    folderItems: seed.folderItems ?? [],
    bridge: {
      async call(name, input) {
        calls.push({ name, input })
        await Promise.resolve() // a host is another process: it answers later than it is asked
        const refused = refusals.get(name)
        refusals.delete(name)
        if (refused !== undefined) return { ok: false, error: refused }
        return answer(handlers, name, input)
      },
      onEvents: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      pathOf: (file) => `/dropped/${file.name}`,
    },
  }
  const handlers = handlersOf(state, seed, memory)
  return memory
}

async function answer<N extends CallName>(
  handlers: Handlers,
  name: N,
  input: unknown,
): Promise<Reply<CallOutput<N>>> {
  try {
    const handler = handlers[name] as (given: unknown) => CallOutput<N> | Promise<CallOutput<N>>
    return { ok: true, value: await handler(input) }
  } catch (thrown) {
    return { ok: false, error: toAppError(thrown).toWire() }
  }
}

const inspectionOf = (items: FolderInspection['items'], folder: string): FolderInspection => ({
  folder,
  answer: 'none',
  items,
  more: 0,
  asks: items.some(({ state }) => state !== 'accepted'),
})

/** A yes to what no longer stands there is none, as in the real host. */
function judge(memory: MemoryBridge, { folder, trusted, items }: FolderAnswer): FolderInspection {
  const isExact =
    items.length === memory.folderItems.length &&
    memory.folderItems.every(({ sha256 }, index) => items[index]?.sha256 === sha256)
  if (!isExact) return inspectionOf(memory.folderItems, folder)
  if (trusted) memory.folderItems = memory.folderItems.map((item) => ({ ...item, state: 'accepted' }))
  const answer = trusted ? 'trusted' : 'declined'
  return { ...inspectionOf(memory.folderItems, folder), answer, asks: false }
}

function handlersOf(state: State, seed: Seed, memory: MemoryBridge): Handlers {
  const known = (id: ConversationId): ConversationView => {
    const conversation = state.conversations.get(id)
    if (conversation === undefined) throw new AppError('not_found', 'no such conversation')
    return conversation
  }
  const change = (id: ConversationId, changes: Partial<ConversationView>): ConversationView => {
    const conversation = { ...known(id), ...changes }
    memory.emit({ type: 'conversation.changed', conversation })
    return conversation
  }
  const requeue = (id: ConversationId, next: (each: QueuedMessage) => QueuedMessage[]): void =>
    memory.emit({
      type: 'queue.changed',
      conversationId: id,
      queued: (state.queued.get(id) ?? []).flatMap(next),
    })
  const partial = { text: seed.partial ?? '', thinking: '' }
  const ownEntries = (id: ConversationId) =>
    state.entries.filter((entry) => entry.conversationId === id && entry.runId === null)
  return {
    'host.snapshot': () => ({
      sequence: state.sequence,
      conversations: [...state.conversations.values()],
      approvals: [...state.approvals.values()].filter((approval) => approval.state === 'pending'),
      breakers: [...state.breakers],
      budgets: [...(seed.budgets ?? [])],
      fullDisk: seed.fullDisk ?? null,
      reducedRuns: seed.reducedRuns ?? null,
      settings: state.settings,
      settingsProblem: seed.settingsProblem ?? null,
      networkProblem: seed.networkProblem ?? null,
      key: state.key,
      system: seed.system ?? { dark: false, language: 'en', platform: 'linux', version: '0.1.0' },
    }),
    'host.watch': () => undefined,
    'host.openLink': () => undefined,
    'host.showFile': () => undefined,
    'conversation.create': ({ folder }) => {
      const id = conversationId(`new-${state.conversations.size + 1}`)
      const conversation = aConversation({ id, folder, title: '', mode: state.settings.conversation.mode })
      memory.emit({ type: 'conversation.changed', conversation })
      return conversation
    },
    'demo.start': () => {
      const conversation = aConversation({
        id: conversationId('demo'),
        folder: '/demo',
        demo: true,
        turn: 'running',
      })
      memory.emit({ type: 'conversation.changed', conversation })
      return conversation
    },
    'conversation.open': ({ conversationId: id }) => {
      const entries = ownEntries(id)
      return {
        sequence: state.sequence,
        conversation: known(id),
        entries: entries.slice(-PAGE),
        hasOlder: entries.length > PAGE,
        partial,
        runs: [...state.runs.values()].filter((run) => run.conversationId === id),
        deliveries: [],
        branches: [...(seed.branches ?? [])],
        queued: [...(state.queued.get(id) ?? [])],
      }
    },
    'conversation.entries': ({ conversationId: id, before }) => {
      const entries = ownEntries(id)
      const older = entries.slice(
        0,
        entries.findIndex((entry) => entry.id === before),
      )
      return { entries: older.slice(-PAGE), hasOlder: older.length > PAGE, branches: [] }
    },
    'conversation.send': ({ conversationId: id }) => void change(id, { turn: 'running' }),
    'conversation.stop': ({ conversationId: id }) => void change(id, { turn: 'idle' }),
    'conversation.continue': ({ conversationId: id }) =>
      void change(id, { turn: 'running', pendingDeliveries: 0 }),
    'conversation.edit': ({ conversationId: id }) => void change(id, { turn: 'running' }),
    'conversation.retry': ({ conversationId: id }) => void change(id, { turn: 'running' }),
    'conversation.chooseBranch': ({ conversationId: id }) =>
      memory.emit({ type: 'branch.changed', conversationId: id }),
    'queue.edit': ({ conversationId: id, number, text }) =>
      requeue(id, (each) => [each.number === number ? { ...each, text } : each]),
    'queue.remove': ({ conversationId: id, number }) =>
      requeue(id, (each) => (each.number === number ? [] : [each])),
    'queue.sendNow': ({ conversationId: id, number }) =>
      requeue(id, (each) => [each.number === number ? { ...each, urgent: true } : each]),
    'conversation.rename': ({ conversationId: id, title }) => change(id, { title }),
    'conversation.setMode': ({ conversationId: id, mode }) => change(id, { mode }),
    'conversation.setFolder': ({ conversationId: id, folder }) => change(id, { folder }),
    'conversation.markRead': ({ conversationId: id }) => void change(id, { unread: false }),
    'folder.inspect': ({ folder }) => inspectionOf(memory.folderItems, folder),
    'folder.trust': (given) => judge(memory, given),
    'folder.choose': () => memory.chosenFolder,
    'agents.list': () => [...(seed.agents ?? [])],
    'approval.answer': ({ approvalId, hash, allow }) => {
      const approval = state.approvals.get(approvalId)
      if (approval === undefined) throw new AppError('not_found', 'no such question')
      if (approval.hash !== hash) throw new AppError('approval_stale', 'shown is not asked')
      memory.emit({
        type: 'approval.changed',
        approval: { ...approval, state: allow ? 'allowed' : 'denied' },
      })
    },
    'budget.raise': () => memory.emit({ type: 'budget.changed', budgets: [] }),
    'breaker.resume': ({ breakerId }) =>
      memory.emit({
        type: 'breaker.changed',
        breakers: state.breakers.filter(({ id }) => id !== breakerId),
      }),
    'run.open': ({ runId }) => {
      const run = state.runs.get(runId)
      if (run === undefined) throw new AppError('not_found', 'no such run')
      const entries = state.entries.filter((entry) => entry.runId === runId)
      return { sequence: state.sequence, run, entries, hasOlder: false, partial: { text: '', thinking: '' } }
    },
    'run.stop': ({ runId }) => {
      const run = state.runs.get(runId)
      if (run === undefined) return
      const ended = run.stopping ? { state: 'stopped' as const, stopping: false } : { stopping: true }
      memory.emit({ type: 'run.changed', run: { ...run, ...ended } })
    },
    'delegation.stop': () => undefined,
    'delegation.stopAll': () => undefined,
    'settings.change': ({ changes }) => {
      const next = structuredClone(state.settings) as unknown as Record<string, Record<string, unknown>>
      for (const { path, value } of changes) {
        const [group, name] = path.split('.')
        if (group !== undefined && name !== undefined) next[group] = { ...next[group], [name]: value }
      }
      const settings = Settings.parse(next)
      memory.emit({ type: 'settings.changed', settings, key: state.key })
      return settings
    },
    'settings.setKey': ({ baseUrl, key }) => {
      const storage = key === '' ? 'none' : 'session'
      state.key = { present: key !== '', origin: key === '' ? '' : new URL(baseUrl).origin, storage }
      memory.emit({ type: 'settings.changed', settings: state.settings, key: state.key })
      return { storage }
    },
    'settings.testModel': () => ({ ok: true, latencyMs: 420, reply: 'Hello', error: null }),
    'settings.listModels': () => ({ models: ['qwen3-8b', 'llama-4-scout'], error: null }),
    'models.detect': () => seed.found ?? { servers: [], keys: [] },
    'models.probe': () => ({ tools: 'calls', error: null }),
  }
}
