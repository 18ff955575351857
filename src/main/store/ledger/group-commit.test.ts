import Database from 'better-sqlite3'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { COMMITS_AT_ONCE, createGroupCommit, GATHER_MS, type Commit } from './group-commit.ts'

function setUp() {
  const path = join(temporaryFolder(), 'test.db')
  const [db, reader] = [new Database(path), new Database(path)]
  onTestFinished(() => void [db, reader].forEach((each) => each.close()))
  db.pragma('journal_mode = wal')
  db.exec(`create table jobs (name text not null unique, body blob) strict;
    create table notes (job text references jobs (name)) strict`)
  db.pragma('foreign_keys = on')
  const clock = createManualClock()
  const commit = createGroupCommit(db, clock)
  const add = db.prepare('insert into jobs (name, body) values (?, ?)')
  return {
    db,
    clock,
    commit,
    add: (name: string, bytes = 0) => commit(() => void add.run(name, Buffer.alloc(bytes))),
    /** What another connection sees: that which is committed. */
    committed: () => reader.prepare<[], string>('select name from jobs order by rowid').pluck().all(),
  }
}

/** Uses up the commits that go through at once. */
const putUnderLoad = async (commit: Commit): Promise<void> => {
  for (let commits = 0; commits < COMMITS_AT_ONCE; commits++) await commit(() => undefined)
}

test('work on an idle ledger is on disk when its promise resolves, and no time has passed', async () => {
  const { add, committed } = setUp()

  await add('one')

  expect(committed()).toEqual(['one'])
})

test('work that arrives together is committed together, in its order', async () => {
  const { add, committed } = setUp()
  const order: string[] = []

  const all = ['one', 'two', 'three'].map((name) => add(name).then(() => order.push(name)))
  expect(committed()).toEqual([])
  await Promise.all(all)

  expect(committed()).toEqual(['one', 'two', 'three'])
  expect(order).toEqual(['one', 'two', 'three'])
})

test('work answers with its own value', async () => {
  const { commit } = setUp()

  expect(await Promise.all([commit(() => 1), commit(() => 'two')])).toEqual([1, 'two'])
})

test('a job that throws is undone alone', async () => {
  const { db, add, commit, committed } = setUp()
  const half = commit(() => {
    db.exec(`insert into jobs (name) values ('half')`)
    throw new Error('no more')
  })

  const outcomes = await Promise.allSettled([add('before'), half, add('after')])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(committed()).toEqual(['before', 'after'])
})

test('under load work gathers, for no longer than it may', async () => {
  const { clock, commit, add, committed } = setUp()
  await putUnderLoad(commit)
  const gathered = [add('one'), add('two')]

  await nextTurn()
  await nextTurn()
  expect(committed()).toEqual([])
  await clock.pass(GATHER_MS)
  await Promise.all(gathered)

  expect(committed()).toEqual(['one', 'two'])
})

test('a new window lets work through at once again', async () => {
  const { clock, commit, add, committed } = setUp()
  await putUnderLoad(commit)
  clock.advance(GATHER_MS)

  await add('one')

  expect(committed()).toEqual(['one'])
})

test('a commit that fails fails every job of its batch, and none of them happened', async () => {
  const { db, add, commit, committed } = setUp()
  db.pragma('defer_foreign_keys = on')
  const dangling = commit(() => {
    db.pragma('defer_foreign_keys = on')
    db.exec(`insert into notes (job) values ('nobody')`)
  })

  const outcomes = await Promise.allSettled([add('before'), dangling, add('after')])

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(committed()).toEqual([])
})

test('a full disk fails the whole batch with a code that people understand, and the next one goes through', async () => {
  const { db, add, committed } = setUp()
  const pages = db.pragma('page_count', { simple: true }) as number
  db.pragma(`max_page_count = ${pages + 4}`)

  const outcomes = await Promise.allSettled([add('before'), add('large', 100_000), add('after')])

  const lost = committed()
  expect(
    outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code),
  ).toEqual(['disk_full', 'disk_full', 'disk_full'])
  expect(lost).toEqual([])
  await add('small')
  expect(committed()).toEqual(['small'])
})
