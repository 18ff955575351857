import type { ConversationId } from '../../shared/ids.ts'
import type { ModelEndpoint, RunSpec } from '../../shared/run-protocol.ts'
import type { Settings } from '../../shared/settings.ts'
import type { FolderTrust } from '../crew/conversation/folder-trust.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'
import type { Prompts } from './prompts.ts'

export type SpecParts = {
  readonly ledger: Ledger
  readonly prompts: Prompts
  readonly endpoint: (conversationId: ConversationId) => Promise<ModelEndpoint>
  readonly trust: FolderTrust
  readonly settings: () => Settings
}

/** Everything a run is given, in one piece: from the row, today's settings and today's key. */
export async function runSpec(
  { ledger, prompts, endpoint, trust, settings }: SpecParts,
  run: RunRow,
): Promise<RunSpec> {
  const { maxSteps, maxTasksPerCall, foregroundTimeoutSeconds } = settings().delegation
  return {
    conversationId: run.conversationId,
    depth: run.depth,
    endpoint: await endpoint(run.conversationId),
    systemPrompt: prompts.run(run.folder, await trust.instructions(run.folder)),
    tools: run.tools,
    maxSteps,
    folder: run.folder,
    limits: { maxTasksPerCall, foregroundTimeoutSeconds },
    entries: ledger.query.entries.branch(run.headEntryId),
  }
}
