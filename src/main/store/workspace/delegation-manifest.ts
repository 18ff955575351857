import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExitReason, RunState } from '../../../shared/delegation.ts'
import { makePrivateFolder } from './private-folder.ts'
import { replaceFile } from '../../platform/replace-file.ts'
import { HEADER_BUDGET, transcriptText, type Redact } from './transcript-line.ts'

/** What stands beside the transcripts of a delegation: which runs it has and how they ended. Times in ms since 1970. */
export type DelegationManifest = {
  readonly delegationId: string
  readonly startedAt: number
  readonly tasks: readonly {
    readonly index: number
    readonly runId: string
    readonly goal: string
    readonly agent: string
    readonly model: string
    readonly state: RunState
    readonly attempt: number
    readonly exitReason: ExitReason | null
    readonly endedAt: number | null
    /** The file's name beside the manifest. */
    readonly transcript: string
  }[]
}

export type ManifestOptions = {
  /** The folder whose `.muster` holds it. */
  readonly base: string
  readonly redact: Redact
  /** Names the unfinished file; new for each call. */
  readonly writeId: string
}

/**
 * Writes `manifest.json` of a delegation, whole or not at all. One writer at a time; that is the caller's part.
 * @throws what the system says
 */
export async function writeManifest(
  manifest: DelegationManifest,
  { base, redact, writeId }: ManifestOptions,
): Promise<void> {
  const folder = await makePrivateFolder(base, 'delegations', manifest.delegationId)
  const tasks = manifest.tasks.map((task) => ({
    ...task,
    goal: transcriptText(task.goal, HEADER_BUDGET, redact),
  }))
  const bytes = Buffer.from(`${JSON.stringify({ ...manifest, tasks }, null, 2)}\n`)
  await replaceFile(join(folder, 'manifest.json'), { bytes, mode: 0o600, id: writeId })
}

/** The states of runs, by id, as the manifest has them; none where no manifest can be read. */
export async function readStates(base: string, delegationId: string): Promise<ReadonlyMap<string, string>> {
  const path = join(base, '.muster', 'delegations', delegationId, 'manifest.json')
  try {
    const { tasks } = JSON.parse(await readFile(path, 'utf8')) as DelegationManifest
    return new Map(tasks.map(({ runId, state }) => [runId, state]))
  } catch {
    return new Map()
  }
}
