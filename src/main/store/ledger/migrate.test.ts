import Database from 'better-sqlite3'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BootId } from '../../../shared/ids.ts'
import { systemClock } from '../../platform/clock.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openLedger, type Ledger } from './open-ledger.ts'

const ids = createCountedIds()

const open = (dataFolder: string): Ledger =>
  openLedger({
    dataFolder,
    bootId: BootId.parse(ids.next('boot')),
    pid: 1,
    clock: systemClock,
    ids,
    priceOf: () => null,
  })

/** A folder whose `ledger.db` somebody wrote before us. */
function folderWith(sql: string): { dataFolder: string; path: string } {
  const dataFolder = temporaryFolder()
  const path = join(dataFolder, 'ledger.db')
  const db = new Database(path)
  db.exec(sql)
  db.close()
  return { dataFolder, path }
}

test('a ledger that was closed is opened again with everything in it', async () => {
  const dataFolder = temporaryFolder()
  const first = open(dataFolder)
  const { id } = await first.conversations.create({ folder: null, mode: 'ask', demo: false })
  await first[Symbol.asyncDispose]()

  const second = open(dataFolder)

  expect(second.query.conversations.find(id)?.id).toBe(id)
  await second[Symbol.asyncDispose]()
})

test('a database of a newer version is refused and left as it is', async () => {
  const dataFolder = temporaryFolder()
  await open(dataFolder)[Symbol.asyncDispose]()
  const path = join(dataFolder, 'ledger.db')
  const db = new Database(path)
  db.pragma('user_version = 99')
  db.close()
  const before = readFileSync(path)

  expect(() => open(dataFolder)).toThrow(expect.objectContaining({ code: 'data_newer' }))
  expect(readFileSync(path)).toEqual(before)
})

test.each([
  ['without any mark', 'create table recipes (name text)'],
  ['that carries its own mark', 'pragma application_id = 7; create table recipes (name text)'],
  ['with a version of its own', 'pragma user_version = 57; create table recipes (name text)'],
])("somebody else's database %s is refused and left as it is", (_what, sql) => {
  const { dataFolder, path } = folderWith(sql)
  const before = readFileSync(path)

  expect(() => open(dataFolder)).toThrow(expect.objectContaining({ code: 'data_unreadable' }))
  expect(readFileSync(path)).toEqual(before)
})

test('a file that is no database is refused and left as it is', () => {
  const dataFolder = temporaryFolder()
  const path = join(dataFolder, 'ledger.db')
  writeFileSync(path, 'these are not the bytes of a database, and there are enough of them '.repeat(20))
  const before = readFileSync(path)

  expect(() => open(dataFolder)).toThrow(expect.objectContaining({ code: 'data_unreadable' }))
  expect(readFileSync(path)).toEqual(before)
})
