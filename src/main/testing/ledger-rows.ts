import { NO_PROFILE } from '../../shared/agents.ts'
import type { ConversationView } from '../../shared/conversation.ts'
import type { RunResult } from '../../shared/delegation.ts'
import type { Entry, EntryContent } from '../../shared/entry.ts'
import { DelegationId, RunId } from '../../shared/ids.ts'
import { NO_COST } from '../../shared/cost.ts'
import { NO_USAGE } from '../../shared/usage.ts'
import type { Finished } from '../store/ledger/commands/delegation-commands.ts'
import type { Metered } from '../store/ledger/commands/journal-commands.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'
import type { TemporaryLedger } from './temporary-ledger.ts'

type Place = Pick<TemporaryLedger, 'ledger' | 'ids' | 'clock'>

export const addConversation = ({ ledger }: Place, folder: string | null = null): Promise<ConversationView> =>
  ledger.conversations.create({ folder, mode: 'ask', demo: false })

export type DelegationOf = {
  readonly tasks?: number
  readonly parent?: RunRow
  readonly independent?: boolean
  readonly callKey?: string
}

/** Takes a delegation on, as dispatch would, and answers with its queued runs. */
export async function addRuns(
  { ledger, ids, clock }: Place,
  conversation: Pick<ConversationView, 'id'>,
  { tasks = 1, parent, independent = false, callKey }: DelegationOf = {},
): Promise<RunRow[]> {
  const delegation = {
    id: DelegationId.parse(ids.next('dlg')),
    conversationId: conversation.id,
    parentRunId: parent?.id ?? null,
    callKey: callKey ?? ids.next('key'),
    independent,
    bootId: ledger.bootId,
    createdAt: clock.now(),
  }
  const runs = Array.from({ length: tasks }, (_, taskIndex) => {
    const id = RunId.parse(ids.next('run'))
    return {
      id,
      delegationId: delegation.id,
      taskIndex,
      conversationId: conversation.id,
      parentRunId: parent?.id ?? null,
      depth: (parent?.depth ?? 0) + 1,
      path: parent ? `${parent.path}/${id}` : id,
      task: { goal: `goal of ${id}`, context: '', images: [] },
      agent: 'general-purpose',
      profile: NO_PROFILE,
      model: 'model',
      tools: ['read_file'],
      folder: null,
      transcriptPath: `transcript of ${id}`,
      createdAt: delegation.createdAt,
    }
  })
  await ledger.delegations.dispatch(delegation, runs)
  return ledger.query.runs.ofDelegation(delegation.id)
}

/** One queued run of a delegation of its own. */
export async function addRun(...args: Parameters<typeof addRuns>): Promise<RunRow> {
  const [run] = await addRuns(...args)
  if (!run) throw new Error('no run')
  return run
}

/** Brings a queued run to `running` under this ledger's boot. */
export async function setToWork(ledger: Ledger, run: RunRow): Promise<RunRow> {
  if (!(await ledger.delegations.start(run))) throw new Error(`${run.id} did not start`)
  if (!(await ledger.delegations.setRunning(run))) throw new Error(`${run.id} does not run`)
  return rowOf(ledger, run)
}

/** Brings a run that works to its end. */
export async function bringToEnd(
  ledger: Ledger,
  run: RunRow,
  exitReason: 'completed' | 'stopped' | 'error' = 'completed',
): Promise<Finished> {
  await ledger.delegations.finalize(run, { exitReason, truncated: false, error: null })
  const finished = await ledger.delegations.finish(run, {
    exitReason,
    result: resultOf(`result of ${run.id}`),
  })
  if (!finished) throw new Error(`${run.id} was superseded`)
  return finished
}

/** The row as it is now. */
export function rowOf(ledger: Ledger, { id }: Pick<RunRow, 'id'>): RunRow {
  const row = ledger.query.runs.find(id)
  if (!row) throw new Error(`no run ${id}`)
  return row
}

export const resultOf = (summary: string): RunResult => ({
  summary,
  usage: NO_USAGE,
  cost: NO_COST,
  steps: 1,
  durationMs: 0,
  model: 'model',
  toolTrace: [],
  filesRead: [],
  filesWritten: [],
  error: null,
  evidence: null,
})

/** Adds to the end of a conversation's journal, or of a run's. */
export function append(
  ledger: Ledger,
  owner: Pick<ConversationView, 'id'> | RunRow,
  content: EntryContent,
): Promise<Entry> {
  const run = 'attempt' in owner ? owner : null
  const conversationId = 'attempt' in owner ? owner.conversationId : owner.id
  const parentId = run ? rowOf(ledger, run).headEntryId : ledger.query.conversations.head(conversationId)
  return ledger.journal.append({ conversationId, run, parentId, content, usage: null })
}

export const userSays = (text: string): EntryContent => ({ kind: 'user', text })

export const assistantSays = (
  text: string,
  toolCalls: readonly { id: string; name: string; arguments: string }[] = [],
): EntryContent => ({ kind: 'assistant', text, thinking: '', toolCalls: [...toolCalls], model: 'model' })

export const toolSays = (callId: string, text: string, deliveries: readonly string[] = []): EntryContent => ({
  kind: 'tool_result',
  callId,
  tool: 'read_file',
  ok: true,
  text,
  details: null,
  deliveries: deliveries as never[],
  durationMs: 0,
})

/** What a call took, as its endpoint reported it. */
export const metered = (input: number, output = 0): Metered => ({
  ...{ input, output, cached: 0, reasoning: 0, estimated: false },
  baseUrl: 'https://models.example/v1',
})
