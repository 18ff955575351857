import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addConversation, addRun, setToWork } from '../../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../../testing/temporary-ledger.ts'

/** Another program that writes into the file, past everything that we check. */
async function withIntruder() {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  const run = await setToWork(place.ledger, await addRun(place, conversation))
  const db = new Database(join(place.dataFolder, 'ledger.db'))
  db.pragma('foreign_keys = on')
  onTestFinished(() => void db.close())
  return { db, run, conversation }
}

test.each([
  ['a state that does not exist', `state = 'paused'`],
  ['a final state with a process', `state = 'completed', exit_reason = 'completed', ended_at = 1`],
  ['a running run without a process', 'boot_id = null'],
  ['a queued run with a process', `state = 'queued'`],
  ['a reason without an end', `exit_reason = 'completed'`],
  ['an end without a reason', `state = 'completed', boot_id = null, ended_at = 1`],
  ['a final state without its time', `state = 'completed', boot_id = null, exit_reason = 'completed'`],
  ['a result that is no JSON', `result = 'done'`],
  ['a process of a boot that never was', `boot_id = 'boot_unknown'`],
  ['no attempt at all', 'attempt = 0'],
])('the database itself refuses %s', async (_what, change) => {
  const { db, run } = await withIntruder()

  expect(() => db.prepare(`update delegation_runs set ${change} where id = ?`).run(run.id)).toThrow(
    /constraint/i,
  )
})

test('the database itself refuses a second live turn', async () => {
  const { db, conversation } = await withIntruder()
  const add = db.prepare(`
    insert into turns (id, conversation_id, state, cause, boot_id, started_at)
    values (?, ?, 'running', 'person', (select id from boots), 0)`)
  add.run('one', conversation.id)

  expect(() => add.run('two', conversation.id)).toThrow(/UNIQUE/)
})

test('the database itself refuses to deliver one thing twice', async () => {
  const { db, run } = await withIntruder()
  const deliver = db.prepare(`
    insert into deliveries (id, delegation_id, unit, conversation_id, state, created_at) values (?, ?, -1, ?, 'pending', 0)`)
  deliver.run('one', run.delegationId, run.conversationId)
  const enter = db.prepare(`
    insert into entries (id, conversation_id, kind, content, delivery_id, created_at) values (?, ?, 'delivery', '{}', 'one', 0)`)
  enter.run('ent_a', run.conversationId)

  expect(() => deliver.run('two', run.delegationId, run.conversationId)).toThrow(/UNIQUE/)
  expect(() => enter.run('ent_b', run.conversationId)).toThrow(/UNIQUE/)
})
