import { expect, test } from 'vitest'
import { addConversation, userSays } from '../../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../../testing/temporary-ledger.ts'

/** A conversation with a live turn, behind which these messages wait. */
async function withQueue(...texts: string[]) {
  const place = openTemporaryLedger()
  const { ledger } = place
  const { id } = await addConversation(place)
  await ledger.conversations.send(id, 'at work')
  for (const text of texts) await ledger.conversations.send(id, text)
  const waiting = () => ledger.query.queuedMessages.of(id)
  const placeOf = (text: string) => {
    const message = waiting().find((each) => each.text === text)
    return { conversationId: id, number: message?.number ?? 0 }
  }
  return { ...place, id, waiting, placeOf, texts: () => waiting().map(({ text }) => text) }
}

test('a message that waits can be changed and keeps its place', async () => {
  const { ledger, placeOf, texts } = await withQueue('one', 'two', 'three')

  await ledger.queue.edit(placeOf('two'), 'zwei')

  expect(texts()).toEqual(['one', 'zwei', 'three'])
})

test('a message that waits can be taken back', async () => {
  const { ledger, placeOf, texts } = await withQueue('one', 'two')

  await ledger.queue.remove(placeOf('one'))

  expect(texts()).toEqual(['two'])
})

test('what does not wait any more is refused', async () => {
  const { ledger, id, placeOf } = await withQueue('one')
  const gone = placeOf('one')
  await ledger.queue.remove(gone)
  const refused = { code: 'not_found' }

  await expect(ledger.queue.edit(gone, 'x')).rejects.toMatchObject(refused)
  await expect(ledger.queue.remove(gone)).rejects.toMatchObject(refused)
  await expect(ledger.queue.makeUrgent({ ...gone, conversationId: id })).rejects.toMatchObject(refused)
})

test('only what is urgent goes into a running turn, in its order', async () => {
  const { ledger, id, placeOf, texts } = await withQueue('one', 'two', 'three')
  await ledger.queue.makeUrgent(placeOf('three'))
  await ledger.queue.makeUrgent(placeOf('two'))
  expect(texts()).toEqual(['two', 'three', 'one'])

  const taken = await ledger.queue.takeUrgent(id)

  expect(taken.map(({ content }) => content)).toEqual(['two', 'three'].map(userSays))
  expect(taken[1]?.parentId).toBe(taken[0]?.id)
  expect(texts()).toEqual(['one'])
})

test('order and urgency survive a restart', async () => {
  const { ledger, id, placeOf, nextBoot } = await withQueue('one', 'two', 'three')
  await ledger.queue.makeUrgent(placeOf('three'))
  const { ledger: next } = nextBoot()
  await next.boot.takeOver()

  expect(next.query.queuedMessages.of(id).map(({ text }) => text)).toEqual(['three', 'one', 'two'])
  expect((await next.conversations.sendQueued(id))?.entry.content).toEqual(userSays('three'))
})
