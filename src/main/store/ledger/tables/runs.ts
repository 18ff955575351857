import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { RunProfile } from '../../../../shared/agents.ts'
import {
  AcceptOutcome,
  ContractOutcome,
  ExitReason,
  RunResult,
  RunState,
} from '../../../../shared/delegation.ts'
import { EntryImage } from '../../../../shared/entry.ts'
import { WireError } from '../../../../shared/errors.ts'
import { BootId, ConversationId, DelegationId, EntryId, RunId } from '../../../../shared/ids.ts'

/** One row of `delegation_runs`: the truth about one execution of one task. */
export const RunRow = z.object({
  id: RunId,
  delegationId: DelegationId,
  taskIndex: z.int(),
  conversationId: ConversationId,
  parentRunId: RunId.nullable(),
  depth: z.int(),
  /** Ids from the root of the tree down to this run, `/` between them. */
  path: z.string(),
  task: z.object({ goal: z.string(), context: z.string(), images: z.array(EntryImage).default([]) }),
  agent: z.string(),
  profile: RunProfile,
  model: z.string(),
  tools: z.array(z.string()),
  folder: z.string().nullable(),
  transcriptPath: z.string(),
  state: RunState,
  attempt: z.int(),
  restarts: z.int(),
  bootId: BootId.nullable(),
  headEntryId: EntryId.nullable(),
  sideEffects: z.boolean(),
  steps: z.int(),
  exitReason: ExitReason.nullable(),
  contract: ContractOutcome,
  accepted: AcceptOutcome,
  truncated: z.boolean(),
  result: RunResult.nullable(),
  /** Written with the reason of its end, before the result is. */
  error: WireError.nullable(),
  /** Where an app that went away left it. */
  lastState: RunState.nullable(),
  createdAt: z.int(),
  startedAt: z.int().nullable(),
  lastSeenAt: z.int().nullable(),
  endedAt: z.int().nullable(),
})
export type RunRow = z.infer<typeof RunRow>

/** What is known of a run when it is dispatched. */
export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'delegationId'
  | 'taskIndex'
  | 'conversationId'
  | 'parentRunId'
  | 'depth'
  | 'path'
  | 'task'
  | 'agent'
  | 'profile'
  | 'model'
  | 'tools'
  | 'folder'
  | 'transcriptPath'
  | 'createdAt'
>

/** Places further behind are not told: each start moves them all. */
export const LAST_PLACE_TOLD = 50

type Raw = Record<string, string | number | null>

const COLUMNS = `id, delegation_id as "delegationId", task_index as "taskIndex", conversation_id as "conversationId",
  parent_run_id as "parentRunId", depth, path, task, agent, profile, model, tools, folder, transcript_path as "transcriptPath", state,
  attempt, restarts, boot_id as "bootId", head_entry_id as "headEntryId", side_effects as "sideEffects", steps,
  exit_reason as "exitReason", contract, accepted, truncated, result, error,
  last_state as "lastState", created_at as "createdAt", started_at as "startedAt",
  last_seen_at as "lastSeenAt", ended_at as "endedAt"`

const LIVE = `state in ('queued', 'starting', 'running', 'waiting', 'finalizing')`

const parsed = (text: string | number | null | undefined): unknown =>
  typeof text === 'string' ? JSON.parse(text) : null

const read = (row: Raw): RunRow =>
  RunRow.parse({
    ...row,
    task: parsed(row.task),
    profile: parsed(row.profile),
    tools: parsed(row.tools),
    result: parsed(row.result),
    error: parsed(row.error),
    sideEffects: row.sideEffects === 1,
    truncated: row.truncated === 1,
  })

/** Reading runs, and adding them. What leads from state to state stands in `run-transitions.ts`. */
export function runsTable(db: Database) {
  const add = db.prepare(`
    insert into delegation_runs (id, delegation_id, task_index, conversation_id, parent_run_id, depth, path, task, agent, profile, model,
      tools, folder, transcript_path, state, attempt, created_at)
    values (@id, @delegationId, @taskIndex, @conversationId, @parentRunId, @depth, @path, @task, @agent, @profile, @model,
      @tools, @folder, @transcriptPath, 'queued', 1, @createdAt)`)
  const one = db.prepare<[string], Raw>(`select ${COLUMNS} from delegation_runs where id = ?`)
  const inState = db.prepare<[string], Raw>(
    `select ${COLUMNS} from delegation_runs where state = ? order by number`,
  )
  const queued = db.prepare<[], Raw>(
    `select ${COLUMNS} from delegation_runs where state = 'queued' order by started_at is null, number`,
  )
  const queuedIds = db.prepare<[number], { id: string }>(
    `select id from delegation_runs where state = 'queued' order by started_at is null, number limit ?`,
  )
  const queuePlace = db.prepare<[string], { place: number }>(`
    select count(*) as place from delegation_runs ahead, delegation_runs own
    where own.id = ? and own.state = 'queued' and ahead.state = 'queued'
      and (ahead.started_at is null, ahead.number) <= (own.started_at is null, own.number)`)
  const ofDelegation = db.prepare<[string], Raw>(
    `select ${COLUMNS} from delegation_runs where delegation_id = ? order by task_index`,
  )
  const ofConversation = db.prepare<[string, number], Raw>(
    `select * from (select ${COLUMNS}, number from delegation_runs where conversation_id = ? order by number desc limit ?)
     order by number`,
  )
  const live = db.prepare<[], Raw>(`select ${COLUMNS} from delegation_runs where ${LIVE} order by number`)
  const liveBelow = db.prepare<{ conversationId: string; prefix: string }, Raw>(
    `select ${COLUMNS} from delegation_runs where conversation_id = @conversationId and ${LIVE}
     and substr(path, 1, length(@prefix)) = @prefix order by number`,
  )
  const countSince = db.prepare<[string, number], { n: number }>(
    `select count(*) as n from delegation_runs where conversation_id = ? and created_at >= ?`,
  )

  return {
    add: (run: NewRun): void =>
      void add.run({
        ...run,
        task: JSON.stringify(run.task),
        profile: JSON.stringify(run.profile),
        tools: JSON.stringify(run.tools),
      }),
    find(id: RunId): RunRow | undefined {
      const row = one.get(id)
      return row && read(row)
    },
    inState: (state: RunState): RunRow[] => inState.all(state).map(read),
    /** In the order in which they begin: who has worked before, then as they came. */
    queued: (): RunRow[] => queued.all().map(read),
    /** The first `limit` of them. */
    queuedIds: (limit: number): RunId[] => queuedIds.all(limit).map(({ id }) => id as RunId),
    /** From 1; null for a run that is not queued, or has more than `LAST_PLACE_TOLD` before it. */
    queuePlace(id: RunId): number | null {
      const place = queuePlace.get(id)?.place ?? 0
      return place === 0 || place > LAST_PLACE_TOLD ? null : place
    },
    ofDelegation: (id: DelegationId): RunRow[] => ofDelegation.all(id).map(read),
    /** The newest `limit`, oldest first. */
    ofConversation: (id: ConversationId, limit: number): RunRow[] => ofConversation.all(id, limit).map(read),
    /** Runs of all conversations that are not final. */
    live: (): RunRow[] => live.all().map(read),
    /** Runs that are not final in the tree below a run, or in the whole conversation's. */
    liveBelow: (conversationId: ConversationId, path: string | null): RunRow[] =>
      liveBelow.all({ conversationId, prefix: path === null ? '' : `${path}/` }).map(read),
    /** Runs dispatched in a conversation since a moment, for the limit of a turn. */
    countSince: (id: ConversationId, since: number): number => countSince.get(id, since)?.n ?? 0,
  }
}
export type RunsTable = ReturnType<typeof runsTable>
