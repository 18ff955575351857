import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { FINAL_STATES, type RunResult } from '../../src/shared/delegation.ts'
import type { EntryContent } from '../../src/shared/entry.ts'
import type { Task } from './batch.ts'

/** SQLite's own words, without the app's code: what judges must not be what is judged. */
type Database = {
  prepare(sql: string): { all(...values: unknown[]): unknown[] }
  pragma(words: string): unknown
  close(): void
}
const openDatabase = createRequire(import.meta.url)('better-sqlite3') as new (
  path: string,
  options: { readonly: boolean },
) => Database

export type World = {
  readonly data: string
  readonly folder: string
  /** What was asked for, nested tasks too. */
  readonly tasks: readonly Task[]
  /** Processes that still work there. */
  readonly alive: readonly number[]
}

type Run = {
  id: string
  delegation_id: string
  task_index: number
  goal: string
  state: string
  boot_id: string | null
  result: string | null
}
type Delivery = { id: string; delegation_id: string; unit: number; state: string }

/** Everything that does not hold, in words; empty when all is well. */
export function judge(world: World): string[] {
  const db = new openDatabase(join(world.data, 'ledger.db'), { readonly: true })
  try {
    const all = <T>(sql: string): T[] => db.prepare(sql).all() as T[]
    const runs =
      all<Run>(`select id, delegation_id, task_index, task ->> 'goal' as goal, state, boot_id, result
      from delegation_runs`)
    const deliveries = all<Delivery>('select id, delegation_id, unit, state from deliveries')
    const contents = all<{ content: string | null }>('select content from entries').flatMap(({ content }) =>
      content === null ? [] : [JSON.parse(content) as EntryContent],
    )
    return [
      ...wholeness(db),
      ...everyRunIsOver(runs),
      ...everyRunStandsInOneDelivery(runs, deliveries),
      ...everyDeliveryIsToldOnce(deliveries, contents),
      ...everyWordIsKept(runs, world.tasks),
      ...noTraceIsDoubled(world),
      ...world.alive.map((pid) => `process ${pid} is still alive`),
    ]
  } finally {
    db.close()
  }
}

function wholeness(db: Database): string[] {
  const integrity = JSON.stringify(db.pragma('integrity_check'))
  const foreign = db.pragma('foreign_key_check') as unknown[]
  return [
    ...(integrity === '[{"integrity_check":"ok"}]' ? [] : [`the database is damaged: ${integrity}`]),
    ...foreign.map((row) => `a row names another that is not there: ${JSON.stringify(row)}`),
  ]
}

const isFinal = (state: string): boolean => (FINAL_STATES as readonly string[]).includes(state)

const everyRunIsOver = (runs: readonly Run[]): string[] =>
  runs.flatMap(({ id, state, boot_id, result }) => [
    ...(isFinal(state) ? [] : [`${id} is ${state}`]),
    ...(boot_id === null ? [] : [`${id} is held by ${boot_id}`]),
    ...(result === null ? [`${id} has no result`] : []),
  ])

const WHOLE_CALL = -1

function everyRunStandsInOneDelivery(runs: readonly Run[], deliveries: readonly Delivery[]): string[] {
  return runs.flatMap(({ id, delegation_id, task_index }) => {
    const count = deliveries.filter(
      (each) => each.delegation_id === delegation_id && [WHOLE_CALL, task_index].includes(each.unit),
    ).length
    return count === 1 ? [] : [`${id} stands in ${count} deliveries`]
  })
}

/** Which deliveries an entry brought into a journal. */
function toldBy(content: EntryContent): readonly string[] {
  if (content.kind === 'delivery') return [content.deliveryId]
  return content.kind === 'tool_result' ? content.deliveries : []
}

function everyDeliveryIsToldOnce(
  deliveries: readonly Delivery[],
  contents: readonly EntryContent[],
): string[] {
  const told = contents.flatMap(toldBy)
  return deliveries.flatMap(({ id, state }) => {
    const count = told.filter((each) => each === id).length
    if (state === 'pending')
      return [`${id} was told nobody`, ...(count === 0 ? [] : [`${id} is pending and told`])]
    return count === 1 ? [] : [`${id} is ${state} and told ${count} times`]
  })
}

/** A run that was completed has the very word of its task, and each task was taken on once at most. */
function everyWordIsKept(runs: readonly Run[], tasks: readonly Task[]): string[] {
  return tasks.flatMap(({ word, goal }) => {
    const own = runs.filter((run) => run.goal === goal)
    const lost = own.flatMap(({ id, state, result }) => {
      const summary = result === null ? '' : (JSON.parse(result) as RunResult).summary
      return state === 'completed' && summary !== word
        ? [`${id} completed with "${summary}" for ${word}`]
        : []
    })
    return own.length > 1 ? [...lost, `the task of ${word} was taken on ${own.length} times`] : lost
  })
}

function noTraceIsDoubled({ folder, tasks }: World): string[] {
  const file = join(folder, 'effects.txt')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return tasks.flatMap(({ word }) => {
    const count = lines.filter((line) => line === word).length
    return count > 1 ? [`the trace of ${word} stands there ${count} times`] : []
  })
}
