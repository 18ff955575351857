import type { Database } from 'better-sqlite3'
import { SpentToday } from '../../../../shared/budget.ts'
import { Cost } from '../../../../shared/cost.ts'
import type { ConversationId, EntryId } from '../../../../shared/ids.ts'
import { Usage } from '../../../../shared/usage.ts'

export type ModelCallRow = Usage & {
  /** Null: the call brought nothing that could be journaled. */
  readonly entryId: EntryId | null
  readonly conversationId: ConversationId
  /** Path of the run in its tree; empty for the conversation's own calls. */
  readonly runPath: string
  readonly model: string
  /** Counted by us, because nobody reported it. */
  readonly estimated: boolean
  /** Null: no price is known. */
  readonly costMicros: number | null
  readonly now: number
}

export type Spent = { readonly usage: Usage; readonly cost: Cost }

/** The columns that sum up calls; of none they are zeros, and known. */
export const SUMS = `ifnull(sum(input), 0) as input, ifnull(sum(output), 0) as output, ifnull(sum(cached), 0) as cached,
  ifnull(sum(reasoning), 0) as reasoning, ifnull(sum(cost_micros), 0) as micros,
  count(*) = count(case when not estimated then cost_micros end) as known, ifnull(max(estimated), 0) as estimated`

export type SumsRow = Usage & { readonly micros: number; readonly known: number; readonly estimated: number }

export const toSpent = ({ micros, known, estimated, ...usage }: SumsRow): Spent => ({
  usage: Usage.parse(usage),
  cost: Cost.parse({ micros, known: known === 1, estimated: estimated === 1 }),
})

/** What was paid for, a row a call; totals are queries. */
export function modelCallsTable(db: Database) {
  const add = db.prepare(`
    insert into model_calls (entry_id, conversation_id, run_path, model, input, output, cached, reasoning,
      estimated, cost_micros, created_at)
    values (@entryId, @conversationId, @runPath, @model, @input, @output, @cached, @reasoning,
      @estimated, @costMicros, @now)`)
  const ofAgent = db.prepare<[string, string], SumsRow>(
    `select ${SUMS} from model_calls where conversation_id = ? and run_path = ?`,
  )
  const ofConversation = db.prepare<[string], SumsRow>(
    `select ${SUMS} from model_calls where conversation_id = ?`,
  )
  const lastModel = db.prepare<[string, string], { model: string }>(
    'select model from model_calls where conversation_id = ? and run_path = ? order by number desc limit 1',
  )
  const ofDay = db.prepare<[string, number], { micros: number; tokens: number; estimated: number }>(`
    select ifnull(sum(cost_micros), 0) as micros,
      ifnull(sum(case when cost_micros is null then input + output end), 0) as tokens,
      ifnull(max(estimated), 0) as estimated
    from model_calls where conversation_id = ? and created_at >= ?`)
  const conversationsOfDay = db.prepare<[number], { id: string }>(
    'select distinct conversation_id as id from model_calls where created_at >= ?',
  )
  const sumOf = (row: SumsRow | undefined): Spent => {
    if (!row) throw new Error('A sum has a row.')
    return toSpent(row)
  }
  return {
    add: (row: ModelCallRow): void => void add.run({ ...row, estimated: Number(row.estimated) }),
    /** What one agent's own calls took, those below it not included; the conversation's own with an empty path. */
    ofAgent: (id: ConversationId, runPath: string): Spent => sumOf(ofAgent.get(id, runPath)),
    /** The model that one agent asked last; null: none so far. */
    lastModel: (id: ConversationId, runPath: string): string | null =>
      lastModel.get(id, runPath)?.model ?? null,
    /** What the whole tree took since a moment: dollars where prices are known, tokens where they are not. */
    ofDay(id: ConversationId, since: number): SpentToday {
      const row = ofDay.get(id, since)
      return SpentToday.parse({ ...row, estimated: row?.estimated === 1 })
    },
    /** Those that asked a model since a moment. */
    conversationsOfDay: (since: number): ConversationId[] =>
      conversationsOfDay.all(since).map(({ id }) => id as ConversationId),
    /** The whole tree. */
    ofConversation: (id: ConversationId): Spent => sumOf(ofConversation.get(id)),
  }
}
