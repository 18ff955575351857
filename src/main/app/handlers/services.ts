import type { AgentView } from '../../../shared/agents.ts'
import type { ApprovalAnswer, ApprovalView } from '../../../shared/approval.ts'
import type { BudgetView } from '../../../shared/budget.ts'
import type { BreakerView } from '../../../shared/breaker.ts'
import type {
  CallInput,
  CallOutput,
  ConversationSnapshot,
  HostSnapshot,
  RunSnapshot,
} from '../../../shared/calls.ts'
import type { ConversationView, Mode } from '../../../shared/conversation.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { BreakerId, ConversationId, DelegationId, EntryId, RunId } from '../../../shared/ids.ts'
import type { FullDisk } from '../../../shared/full-disk.ts'
import type { ReducedRuns } from '../../../shared/reduced-runs.ts'
import type { FolderAnswer, FolderInspection } from '../../../shared/folder-trust.ts'
import type { SettingChange, Settings } from '../../../shared/settings.ts'

/**
 * What the windows' calls need from the rest of the house; the root puts it together.
 *
 * Reads are synchronous, so that a snapshot and the number of the last event before it belong together. What changes
 * something answers with a promise that resolves when it is kept. Failures are the `AppError`s that the contract names.
 */
export type HostServices = {
  readonly conversations: {
    list(): ConversationView[]
    create(folder: string | null): Promise<ConversationView>
    /** `task` is what to ask it. */
    createDemo(): Promise<{ conversation: ConversationView; task: string }>
    open(id: ConversationId): Omit<ConversationSnapshot, 'sequence'>
    /** At most 200 entries before that one, oldest first. */
    entries(id: ConversationId, before: EntryId): CallOutput<'conversation.entries'>
    send(id: ConversationId, text: string): Promise<void>
    edit(id: ConversationId, entryId: EntryId, text: string): Promise<void>
    retry(id: ConversationId): Promise<void>
    chooseBranch(id: ConversationId, entryId: EntryId): Promise<void>
    /** Messages that wait, by number. */
    readonly queue: {
      edit(id: ConversationId, number: number, text: string): Promise<void>
      remove(id: ConversationId, number: number): Promise<void>
      sendNow(id: ConversationId, number: number): Promise<void>
    }
    stop(id: ConversationId): Promise<void>
    continue(id: ConversationId): Promise<void>
    rename(id: ConversationId, title: string): Promise<ConversationView>
    setMode(id: ConversationId, mode: Mode): Promise<ConversationView>
    setFolder(id: ConversationId, folder: string): Promise<ConversationView>
    markRead(id: ConversationId): Promise<void>
  }
  readonly folders: {
    /** Fails with `folder_missing` or `folder_refused`. */
    inspect(folder: string): Promise<FolderInspection>
    decide(answer: FolderAnswer): Promise<FolderInspection>
  }
  readonly agents: {
    list(folder: string | null): Promise<AgentView[]>
  }
  readonly approvals: {
    pending(): ApprovalView[]
    answer(answer: ApprovalAnswer): Promise<void>
  }
  readonly breakers: {
    /** Endpoints that refuse us right now. */
    open(): BreakerView[]
    resume(id: BreakerId): void
  }
  readonly disk: {
    /** Set while work waits for room. */
    current(): FullDisk | null
  }
  readonly budgets: {
    /** Of conversations that used much of what they may use today, or all of it. */
    open(): BudgetView[]
    raise(id: ConversationId): Promise<void>
  }
  readonly throttle: {
    /** Set while fewer runs work at once than is set. */
    current(): ReducedRuns | null
  }
  readonly delegations: {
    openRun(id: RunId): Omit<RunSnapshot, 'sequence'>
    /** `now`: without asking it first. */
    stopRun(id: RunId, now?: boolean): Promise<void>
    stopDelegation(id: DelegationId): Promise<void>
    stopAll(id: ConversationId): Promise<void>
    /** Absolute. Fails with `not_found`. */
    transcriptPath(id: RunId): string
  }
  readonly settings: {
    /** Why defaults are in force; null while the file is. */
    readonly problem: AppError | null
    current(): Settings
    change(changes: readonly SettingChange[]): Promise<Settings>
  }
  readonly secrets: {
    status(baseUrl: string): HostSnapshot['key']
    setKey(baseUrl: string, key: string): Promise<CallOutput<'settings.setKey'>>
  }
  readonly models: {
    test(endpoint: CallInput<'settings.testModel'>): Promise<CallOutput<'settings.testModel'>>
    list(endpoint: CallInput<'settings.listModels'>): Promise<CallOutput<'settings.listModels'>>
    detect(): Promise<CallOutput<'models.detect'>>
    probe(endpoint: CallInput<'models.probe'>): Promise<CallOutput<'models.probe'>>
  }
  /** What the environment says of the network and is not in use. */
  readonly networkProblem: AppError | null
  readonly system: { current(): HostSnapshot['system'] }
  readonly shell: {
    /** Null: the person cancelled. */
    chooseFolder(): Promise<string | null>
    /** Fails with `invalid_input` for anything but https and mailto. */
    openLink(url: string): Promise<void>
    showFile(path: string): void
  }
}
