import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  addConversation,
  addRuns,
  append,
  bringToEnd,
  setToWork,
  userSays,
} from '../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../testing/temporary-ledger.ts'
import { LARGEST_ROW_BYTES } from './bodies.ts'

const DESCRIPTORS = '/proc/self/fd'

test('sixty results that nobody took are sixty after any number of starts', async () => {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  for (let index = 0; index < 6; index++) {
    for (const run of await addRuns(place, conversation, { tasks: 10, independent: true })) {
      await bringToEnd(place.ledger, await setToWork(place.ledger, run))
    }
  }
  const pending = place.ledger.query.deliveries.pending(conversation.id, null)
  expect(pending).toHaveLength(60)

  const next = place.nextBoot()
  await next.ledger.boot.takeOver()

  expect(next.ledger.query.deliveries.pending(conversation.id, null)).toEqual(pending)
})

test.runIf(existsSync(DESCRIPTORS))('ten thousand writes leave no file open behind them', async () => {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  const owner = { conversationId: conversation.id, runId: null }
  const large = (index: number): string => `${index}${'x'.repeat(LARGEST_ROW_BYTES)}`
  await append(place.ledger, conversation, userSays(large(0)))
  const before = readdirSync(DESCRIPTORS).length

  for (let round = 1; round <= 10; round++) {
    const writes = Array.from({ length: 1_000 }, (_, index) =>
      place.ledger.journal.savePartial(owner, { text: String(index), thinking: '' }),
    )
    await Promise.all(writes)
    await append(place.ledger, conversation, userSays(large(round)))
  }

  expect(readdirSync(DESCRIPTORS).length).toBeLessThanOrEqual(before + 1)
})
