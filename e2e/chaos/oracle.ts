import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FINAL_STATES, type RunResult } from '../../src/shared/delegation.ts'
import type { EntryContent } from '../../src/shared/entry.ts'
import type { Task } from './batch.ts'
import { judgeRequests, type Asked } from './judge-requests.ts'
import { judgeTranscripts } from './judge-transcripts.ts'
import { readingLedger, rowsOf, type Database } from './reading-ledger.ts'

export type World = {
  readonly data: string
  readonly folder: string
  /** What was asked for, nested tasks too. */
  readonly tasks: readonly Task[]
  /** Processes that still work there. */
  readonly alive: readonly number[]
  /** What was asked of the model, oldest first. */
  readonly requests: readonly Asked[]
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
type Line = { run: string | null; content: EntryContent }

/** How much there was to judge: a world in which nothing happened is well, and shows nothing. */
export type Extent = { readonly runs: number; readonly completed: number }

/** Everything that does not hold, in words; empty when all is well. */
export function judge(world: World): string[] {
  return readingLedger(world.data, (db) => {
    const runs = runsIn(db)
    const deliveries = rowsOf<Delivery>(db, 'select id, delegation_id, unit, state from deliveries')
    const lines = linesIn(db)
    return [
      ...wholeness(db),
      ...everyRunIsOver(runs),
      ...everyRunStandsInOneDelivery(runs, deliveries),
      ...everyDeliveryIsToldOnce(deliveries, lines),
      ...everyResultIsTold(runs, deliveries, lines),
      ...everyWordIsKept(runs, lines, world.tasks),
      ...judgeRequests(world.requests, toldWords(runs, deliveries, world.tasks)),
      ...judgeTranscripts(world.folder, runs),
      ...noTraceIsDoubled(world),
      ...world.alive.map((pid) => `process ${pid} is still alive`),
    ]
  })
}

/** Nothing where the app never came so far as to make a ledger. */
export function extentOf(world: Pick<World, 'data'>): Extent {
  if (!existsSync(join(world.data, 'ledger.db'))) return { runs: 0, completed: 0 }
  return readingLedger(world.data, (db) => {
    const runs = runsIn(db)
    return { runs: runs.length, completed: runs.filter(({ state }) => state === 'completed').length }
  })
}

const runsIn = (db: Database): Run[] =>
  rowsOf(
    db,
    `select id, delegation_id, task_index, task ->> 'goal' as goal, state, boot_id, result from delegation_runs`,
  )

const linesIn = (db: Database): Line[] =>
  rowsOf<{ run: string | null; content: string | null }>(
    db,
    'select run_id as run, content from entries order by number',
  ).flatMap(({ run, content }) =>
    content === null ? [] : [{ run, content: JSON.parse(content) as EntryContent }],
  )

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

const carries = (delivery: Delivery, run: Run): boolean =>
  delivery.delegation_id === run.delegation_id && [WHOLE_CALL, run.task_index].includes(delivery.unit)

function everyRunStandsInOneDelivery(runs: readonly Run[], deliveries: readonly Delivery[]): string[] {
  return runs.flatMap((run) => {
    const count = deliveries.filter((delivery) => carries(delivery, run)).length
    return count === 1 ? [] : [`${run.id} stands in ${count} deliveries`]
  })
}

/** Which deliveries an entry brought into a journal. */
function toldBy({ content }: Line): readonly string[] {
  if (content.kind === 'delivery') return [content.deliveryId]
  return content.kind === 'tool_result' ? content.deliveries : []
}

function everyDeliveryIsToldOnce(deliveries: readonly Delivery[], lines: readonly Line[]): string[] {
  const told = lines.flatMap(toldBy)
  return deliveries.flatMap(({ id, state }) => {
    const count = told.filter((each) => each === id).length
    if (state === 'pending')
      return [`${id} was told nobody`, ...(count === 0 ? [] : [`${id} is pending and told`])]
    return count === 1 ? [] : [`${id} is ${state} and told ${count} times`]
  })
}

const summaryOf = ({ result }: Run): string =>
  result === null ? '' : (JSON.parse(result) as RunResult).summary

/** Where a delivery was told, the words of all its runs stand. */
function everyResultIsTold(
  runs: readonly Run[],
  deliveries: readonly Delivery[],
  lines: readonly Line[],
): string[] {
  return deliveries.flatMap((delivery) => {
    const said = lines
      .filter((line) => toldBy(line).includes(delivery.id))
      .flatMap(({ content }) => ('text' in content ? [content.text] : []))
    if (said.length === 0) return []
    return runs
      .filter((run) => run.state === 'completed' && carries(delivery, run))
      .filter((run) => !said.some((text) => text.includes(summaryOf(run))))
      .map(({ id }) => `${delivery.id} was told without the words of ${id}`)
  })
}

/** Words of tasks that were completed and delivered. */
const toldWords = (runs: readonly Run[], deliveries: readonly Delivery[], tasks: readonly Task[]): string[] =>
  runs
    .filter(({ state }) => state === 'completed')
    .filter((run) => deliveries.some((each) => each.state === 'delivered' && carries(each, run)))
    .flatMap(({ goal }) => tasks.filter((task) => task.goal === goal).map(({ word }) => word))

/**
 * A run that was completed has the very word of its task, one that was cut off has it if its journal does, and each task
 * was taken on once at most.
 */
function everyWordIsKept(runs: readonly Run[], lines: readonly Line[], tasks: readonly Task[]): string[] {
  const hasSaid = (id: string, word: string): boolean =>
    lines.some(({ run, content }) => run === id && content.kind === 'assistant' && content.text === word)
  return tasks.flatMap(({ word, goal }) => {
    const own = runs.filter((run) => run.goal === goal)
    const lost = own.flatMap((run) => {
      const summary = summaryOf(run)
      if (run.state === 'completed' && summary !== word)
        return [`${run.id} completed with "${summary}" for ${word}`]
      return hasSaid(run.id, word) && !summary.includes(word) ? [`${run.id} lost what it said: ${word}`] : []
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
