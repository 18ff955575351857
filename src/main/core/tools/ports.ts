import type {
  DelegateRequest,
  DelegationHandle,
  DelegationLine,
  WaitOutcome,
} from '../../../shared/run-protocol.ts'
import type { RunState } from '../../../shared/delegation.ts'
import type { RunId } from '../../../shared/ids.ts'

/**
 * Why a path cannot be used; a tool words it for the model. `disguised`: a link inside the folder to one of its control
 * files or secrets, which has to be named as what it is.
 */
export type PathProblem =
  | 'missing'
  | 'not_a_file'
  | 'not_a_folder'
  | 'outside'
  | 'invalid'
  | 'private'
  | 'disguised'
  | 'too_large'
  | 'unreadable'

export type Found<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: PathProblem; readonly similar: readonly string[] }

export type FileText = {
  /** Workspace-relative, `/` between parts, links resolved. */
  readonly path: string
  /** Decoded, without a byte order mark; CRLF line ends as plain ones when all are CRLF. Null for a binary file. */
  readonly text: string | null
  readonly bytes: number
  /** Of the bytes on disk, lower-case hex. */
  readonly sha256: string
}

/** `unread`: the file is there, and the run never read it. `stale`: it is not what the run last read. */
export type WriteOutcome =
  | {
      readonly ok: true
      readonly path: string
      /** What it held before; null when it is new or was binary. */
      readonly before: string | null
      readonly created: boolean
      readonly bytes: number
      readonly sha256: string
    }
  | {
      readonly ok: false
      readonly problem: PathProblem | 'unread' | 'stale' | 'disk_full'
      readonly similar: readonly string[]
    }

export type FolderEntry = { readonly path: string; readonly kind: 'file' | 'folder'; readonly bytes: number }

export type FolderListing = {
  readonly path: string
  readonly entries: readonly FolderEntry[]
  /** How many were left out; `complete` is false when even these were not all counted. */
  readonly more: number
  readonly complete: boolean
}

/**
 * What a glob asks for and a search does not show: files that look like secrets, what is private to the app, and git's own
 * folder, which is looked into only where it is named itself. By the letters of the glob: whether there is such a file,
 * and what stands in it, makes no difference.
 */
export type Withheld = 'secret' | 'private' | 'git'

/** Files that match a glob. */
export type GlobResult = FolderListing & { readonly withheld: readonly Withheld[] }

/** A pattern that cannot be read. `reason` says why, for the model. */
export type BadPattern = { readonly ok: false; readonly problem: 'pattern'; readonly reason: string }

export type GlobRequest = { readonly path: string; readonly pattern: string; readonly limit: number }

export type GrepRequest = {
  /** A folder or one file. */
  readonly path: string
  /** A regular expression as ripgrep reads it. */
  readonly pattern: string
  /** Only files that match this glob. */
  readonly glob: string | null
  readonly ignoreCase: boolean
  /** Lines to show before and after each that matches. */
  readonly context: number
  /** Most matching lines. */
  readonly limit: number
}

export type FoundLine = {
  /** Counted from 1. */
  readonly number: number
  /** A part around the match when the line is long; `…` stands for what was cut. */
  readonly text: string
  /** False for a line that is only shown beside one that matches. */
  readonly matches: boolean
}

export type FileMatches = { readonly path: string; readonly lines: readonly FoundLine[] }

export type GrepResult = {
  readonly path: string
  /** Sorted by path; lines in order. */
  readonly files: readonly FileMatches[]
  /** Matching lines that are shown, and those that are not. */
  readonly shown: number
  readonly more: number
  /** False when not everything was looked through. */
  readonly complete: boolean
  /**
   * The search ended because it had found more than it keeps. Folders are searched side by side, so what is shown are then
   * some matches, and not the first ones.
   */
  readonly isSample: boolean
  readonly withheld: readonly Withheld[]
}

/** The one folder an agent works in; the same for a local folder, a worktree or a remote one. Paths are relative to it. */
export interface WorkspaceFiles {
  read(path: string): Promise<Found<FileText>>
  /**
   * Writes whole and atomically, making folders on the way. Encoding, byte order mark and line ends stay the file's own.
   * A file that is no longer there is simply made again: there is nothing to lose.
   * @param lastRead hash of what the run last read of the path it is called with; null when it never did
   */
  write(path: string, text: string, lastRead: (path: string) => string | null): Promise<WriteOutcome>
  /** Files and folders below `path`, sorted, ignore files honoured, private ones never. */
  list(
    path: string,
    options: { readonly depth: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Found<FolderListing>>
  /** Files below `path` that match a glob; otherwise like `list`. */
  glob(request: GlobRequest, signal: AbortSignal): Promise<Found<GlobResult> | BadPattern>
  /** Lines that match, in text files of the usual size. Looks into secret files only when `path` names one. */
  grep(request: GrepRequest, signal: AbortSignal): Promise<Found<GrepResult> | BadPattern>
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

/** Keeps account of process groups, so that none outlives a crash of ours unnoticed. */
export interface ProcessGate {
  /** The group may run once this resolves: by then the ledger can find it again. A rejection keeps it from running. */
  started(groupId: number, startedAt: string): Promise<void>
  /** Nothing of the group is left. */
  ended(groupId: number): Promise<void>
}

/** What `delegate` and its kin need; `crew/delegation` provides it, a worker's port relays it. */
export interface Delegator {
  /** Checks all tasks before any starts. Fails with `invalid_input` naming the task; nothing was started then. */
  start(request: DelegateRequest): Promise<DelegationHandle>
  list(state: RunState | undefined): Promise<readonly DelegationLine[]>
  /** Null: everything below the caller. */
  stop(id: string | null): Promise<readonly RunId[]>
  /**
   * Waits until all named runs or delegations are final, and takes what stands in the answer whole off the inbox.
   * After the time-out, or when `signal` aborts, it answers with what there is.
   * @param ids runs or delegations; empty: everything below the caller whose result is still to come
   */
  wait(ids: readonly string[], timeoutSeconds: number, signal: AbortSignal): Promise<WaitOutcome>
}
