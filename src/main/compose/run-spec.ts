import type { ConversationId } from '../../shared/ids.ts'
import type { DelegationChoices, ModelEndpoint, RunSpec } from '../../shared/run-protocol.ts'
import type { Settings } from '../../shared/settings.ts'
import type { FolderTrust } from '../crew/conversation/folder-trust.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'
import type { Prompts } from './prompts.ts'

export type SpecParts = {
  readonly ledger: Ledger
  readonly prompts: Prompts
  readonly endpoint: (id: ConversationId, model: string | null) => Promise<ModelEndpoint>
  readonly choicesIn: (folder: string | null) => Promise<DelegationChoices>
  readonly trust: FolderTrust
  readonly settings: () => Settings
}

/** Everything a run is given, in one piece: from the row, today's settings and today's key. */
export async function runSpec(
  { ledger, prompts, endpoint, choicesIn, trust, settings }: SpecParts,
  run: RunRow,
): Promise<RunSpec> {
  const { maxSteps, maxDepth, maxTasksPerCall, maxRunsPerTurn, foregroundTimeoutSeconds } =
    settings().delegation
  const { prompt, model, temperature, stallSeconds, ...bounds } = run.profile
  return {
    conversationId: run.conversationId,
    depth: run.depth,
    endpoint: await endpoint(run.conversationId, model),
    systemPrompt: prompts.run({
      folder: run.folder,
      instructions: await trust.instructions(run.folder),
      agent: prompt,
    }),
    tools: run.tools,
    maxSteps: bounds.maxSteps ?? maxSteps,
    ...(temperature === null ? {} : { temperature }),
    ...(stallSeconds === null ? {} : { stallSeconds }),
    folder: run.folder,
    limits: {
      ...{ maxTasksPerCall, maxRunsPerTurn, foregroundTimeoutSeconds },
      levelsBelow: maxDepth - run.depth,
    },
    choices: await choicesIn(run.folder),
    entries: ledger.query.entries.branch(run.headEntryId),
    images: Object.fromEntries(
      run.task.images.map(({ sha256 }) => [sha256, ledger.query.image(sha256).toString('base64')]),
    ),
  }
}
