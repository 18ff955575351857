import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually, openCrew } from '../../src/main/testing/crew-bench.ts'
import { call, say, script, scripted } from '../../src/main/testing/script/write-script.ts'
import { extentOf, judge, type World } from './oracle.ts'

const require = createRequire(import.meta.url)
const Database = require('better-sqlite3') as new (path: string) => {
  pragma(words: string): unknown
  exec(sql: string): void
  close(): void
}

const tasks = ['word_one', 'word_two'].map((word) => ({
  word,
  goal: scripted(`Say ${word}.`, say(word)),
  hasEffect: false,
}))

/** A world in which all went well, and a way to spoil it behind the app's back. */
async function goodWorld(): Promise<World & { spoil: (sql: string) => void }> {
  const bench = await openCrew()
  const delegation = { tasks: tasks.map(({ goal }) => ({ goal })), independent: true }
  const { id } = await bench.say(script(call('delegate', delegation), say('1'), say('2'), say('3')))
  await bench.settled(id)
  const { dataFolder: data, folder, models } = bench
  const world = { data, folder, tasks, alive: [], requests: models.calls }
  await eventually(() => expect(judge(world)).toEqual([]))
  const spoil = (sql: string): void => {
    const db = new Database(join(world.data, 'ledger.db'))
    db.pragma('foreign_keys = off')
    db.pragma('ignore_check_constraints = on')
    db.exec(sql)
    db.close()
  }
  return { ...world, spoil }
}

test('a world in which all went well is judged so', async () => {
  const world = await goodWorld()

  expect(judge(world)).toEqual([])
  expect(extentOf(world)).toEqual({ runs: 2, completed: 2 })
})

const FIRST = '(select min(number) from delegation_runs)'
const DELIVERY = "(select min(number) from entries where kind = 'delivery')"

test.each([
  [
    'a run that nobody ended',
    `update delegation_runs set state = 'running', ended_at = null, exit_reason = null where number = ${FIRST}`,
    'is running',
  ],
  [
    'a run that a dead process holds',
    `update delegation_runs set boot_id = (select id from boots) where number = ${FIRST}`,
    'is held by',
  ],
  [
    'a result that is gone',
    `update delegation_runs set result = null where number = ${FIRST}`,
    'has no result',
  ],
  [
    'a result that is not what was said',
    `update delegation_runs set result = json_set(result, '$.summary', 'else') where number = ${FIRST}`,
    'completed with "else"',
  ],
  [
    'a word that a cut-off run had said',
    `update delegation_runs set state = 'interrupted', exit_reason = 'interrupted',
     result = json_set(result, '$.summary', '') where number = ${FIRST}`,
    'lost what it said',
  ],
  [
    'a delivery that was told without what came of its run',
    `update entries set content = json_set(content, '$.text', 'Nothing.') where number = ${DELIVERY}`,
    'was told without the words of',
  ],
  ['a delivery that was never made', 'delete from deliveries where unit = 0', 'stands in 0 deliveries'],
  [
    'a delivery that is waiting though it was told',
    "update deliveries set state = 'pending', settled_at = null where unit = 0",
    'is pending and told',
  ],
  ['a delivery that nobody was told', `delete from entries where number = ${DELIVERY}`, 'told 0 times'],
  [
    'a delivery that was told twice',
    `insert into entries (id, conversation_id, run_id, parent_id, kind, content, created_at)
     select 'twice', conversation_id, run_id, parent_id, kind, content, created_at from entries where number = ${DELIVERY}`,
    'told 2 times',
  ],
  [
    'a task that was taken on twice',
    `update delegation_runs set task = (select task from delegation_runs where number = ${FIRST})`,
    'was taken on 2 times',
  ],
  ['rows that name what is not there', 'delete from conversations', 'a row names another'],
])('%s is found', async (_what, sql, words) => {
  const world = await goodWorld()

  world.spoil(sql)

  expect(judge(world).join('\n')).toContain(words)
})

test('a trace that stands twice and a process that still works are found', async () => {
  const world = await goodWorld()
  appendFileSync(join(world.folder, 'effects.txt'), 'word_one\nword_two\nword_one\n')

  expect(judge({ ...world, alive: [4711] })).toEqual([
    'the trace of word_one stands there 2 times',
    'process 4711 is still alive',
  ])
})

test('a request that tells a result twice is found, and a result that was told in none', async () => {
  const world = await goodWorld()
  const [first, ...others] = [...world.requests].reverse()
  const doubled = { messages: [...(first?.messages ?? []), ...(first?.messages ?? [])] }

  expect(judge({ ...world, requests: [...others, doubled] })).toEqual([
    'one request tells word_one 2 times',
    'one request tells word_two 2 times',
  ])
  expect(judge({ ...world, requests: [] })).toEqual([
    'no model was told word_one',
    'no model was told word_two',
  ])
})

const PLACE = '.muster/delegations'

/** The folder of the one delegation that was. */
const placeIn = (folder: string): string => join(folder, PLACE, readdirSync(join(folder, PLACE))[0] ?? '')

test('a manifest that says something else than the ledger is found, and one that cannot be read', async () => {
  const world = await goodWorld()
  const manifest = join(placeIn(world.folder), 'manifest.json')

  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace('"state": "completed"', '"state": "running"'),
  )
  expect(judge(world).join('\n')).toContain('is completed, and running in its manifest')

  writeFileSync(manifest, '{')
  expect(judge(world).join('\n')).toContain('its manifest cannot be read')
})

test('a transcript that is gone is found', async () => {
  const world = await goodWorld()

  rmSync(join(placeIn(world.folder), 'task-1.log'))

  expect(judge(world)).toEqual([expect.stringMatching(/^the transcript of run_\w+ cannot be read$/)])
})
