import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BootId, ConversationId } from '../../../../shared/ids.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createCountedIds } from '../../../testing/counted-ids.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openLedger } from '../open-ledger.ts'
import { initial } from './0001-initial.ts'
import { demo } from './0002-demo.ts'
import { folderTrust } from './0003-folder-trust.ts'

/** A ledger as it was before costs were counted, with one conversation that asked its model once. */
function olderLedger(): string {
  const dataFolder = temporaryFolder()
  const db = new Database(join(dataFolder, 'ledger.db'))
  for (const sql of [initial, demo, folderTrust]) db.exec(sql)
  db.exec(`
    pragma application_id = 1297306706;
    pragma user_version = 3;
    insert into conversations (id, title, mode, created_at, updated_at) values ('cnv_old', '', 'ask', 1, 1);
    insert into entries (id, conversation_id, kind, content, created_at) values ('ent_old', 'cnv_old', 'assistant', '{}', 1);
    insert into model_calls (entry_id, conversation_id, run_path, model, input, output, cached, reasoning, created_at)
      values ('ent_old', 'cnv_old', '', 'model', 100, 10, 60, 5, 1);`)
  db.close()
  return dataFolder
}

test('what was asked before costs were counted keeps its tokens, at a price that nobody knows', () => {
  const ledger = openLedger({
    ...{ dataFolder: olderLedger(), bootId: BootId.parse('boot_1'), pid: 1 },
    ...{ clock: systemClock, ids: createCountedIds(), priceOf: () => null },
  })
  onTestFinished(() => ledger[Symbol.asyncDispose]())

  expect(ledger.query.conversations.find(ConversationId.parse('cnv_old'))).toMatchObject({
    usage: { input: 100, output: 10, cached: 60, reasoning: 5 },
    cost: { micros: 0, known: false, estimated: false },
  })
})
