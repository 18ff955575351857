import type {
  DelegateRequest,
  DelegationHandle,
  DelegationLine,
  WaitOutcome,
} from '../../../shared/run-protocol.ts'
import type { RunState } from '../../../shared/delegation.ts'
import type { RunId } from '../../../shared/ids.ts'

/** Why a path cannot be used; the tool words it for the model. */
export type PathProblem =
  'missing' | 'not_a_file' | 'not_a_folder' | 'outside' | 'invalid' | 'private' | 'unreadable'

export type Found<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: PathProblem; readonly similar: readonly string[] }

export type FileText = {
  /** Workspace-relative, `/` between parts. */
  readonly path: string
  /** Decoded text; null for a binary file. */
  readonly text: string | null
  readonly bytes: number
  /** Of the bytes on disk, lower-case hex. */
  readonly sha256: string
}

/** `stale`: the file is not what `expectedSha256` says. */
export type WriteOutcome =
  | { readonly ok: true; readonly path: string; readonly before: string | null; readonly sha256: string }
  | {
      readonly ok: false
      readonly problem: PathProblem | 'stale' | 'disk_full'
      readonly similar: readonly string[]
    }

export type FolderEntry = { readonly path: string; readonly kind: 'file' | 'folder'; readonly bytes: number }

/** The one folder an agent works in; the same for a local folder, a worktree or a remote one. Paths are relative to it. */
export interface WorkspaceFiles {
  read(path: string): Promise<Found<FileText>>
  /**
   * Writes whole and atomically, making folders on the way.
   * @param expectedSha256 what the run last read; null: the file must not exist
   */
  write(path: string, text: string, expectedSha256: string | null): Promise<WriteOutcome>
  /** Files and folders below `path`, sorted, ignore files honoured, private ones never. */
  list(path: string, depth: number, signal: AbortSignal): Promise<Found<readonly FolderEntry[]>>
}

export type ShellOutcome = {
  /** Both streams in the order they came; head and tail when long. */
  readonly output: string
  readonly omittedBytes: number
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  readonly durationMs: number
}

export interface Shell {
  /** Runs one command line in a process group of its own, which is gone when this resolves. `cwd` is relative to the folder. */
  run(
    command: string,
    options: { cwd: string; timeoutMs: number; signal: AbortSignal },
  ): Promise<Found<ShellOutcome>>
}

/** What `delegate` and its kin need; `crew/delegation` provides it, a worker's port relays it. */
export interface Delegator {
  /** Checks all tasks before any starts. Fails with `invalid_input` naming the task; nothing was started then. */
  start(request: DelegateRequest): Promise<DelegationHandle>
  list(state: RunState | undefined): Promise<readonly DelegationLine[]>
  /** Null: everything below the caller. */
  stop(id: string | null): Promise<readonly RunId[]>
  wait(ids: readonly string[], timeoutSeconds: number, signal: AbortSignal): Promise<WaitOutcome>
}
