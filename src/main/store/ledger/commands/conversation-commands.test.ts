import { expect, test } from 'vitest'
import { ConversationId, type ConversationId as Id } from '../../../../shared/ids.ts'
import { addConversation, userSays } from '../../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../../testing/temporary-ledger.ts'
import type { Ledger } from '../open-ledger.ts'

const spoken = (ledger: Ledger, id: Id): unknown[] =>
  ledger.query.entries.branch(ledger.query.conversations.head(id), 100).map(({ content }) => content)

async function withConversation() {
  const place = openTemporaryLedger()
  const { id } = await addConversation(place)
  return { ...place, id }
}

async function endTurn(ledger: Ledger, sent: { turnId: unknown } | null, conversationId: Id): Promise<void> {
  if (!sent) throw new Error('no turn')
  await ledger.conversations.endTurn({
    id: sent.turnId as never,
    conversationId,
    state: 'completed',
    failure: null,
  })
}

test('a message begins a turn when none is live', async () => {
  const { ledger, id } = await withConversation()

  const sent = await ledger.conversations.send(id, 'hello')

  expect(sent?.entry.content).toEqual(userSays('hello'))
  expect(ledger.query.conversations.find(id)?.turn).toBe('running')
})

test('messages wait behind a live turn, and are taken one by one in their order', async () => {
  const { ledger, id } = await withConversation()
  const first = await ledger.conversations.send(id, 'one')
  expect(await ledger.conversations.send(id, 'two')).toBeNull()
  expect(await ledger.conversations.send(id, 'three')).toBeNull()
  expect(await ledger.conversations.sendQueued(id)).toBeNull()
  expect(spoken(ledger, id)).toEqual([userSays('one')])

  await endTurn(ledger, first, id)
  await endTurn(ledger, await ledger.conversations.sendQueued(id), id)
  await endTurn(ledger, await ledger.conversations.sendQueued(id), id)

  expect(spoken(ledger, id)).toEqual(['one', 'two', 'three'].map(userSays))
  expect(await ledger.conversations.sendQueued(id)).toBeNull()
  expect(ledger.query.conversations.find(id)?.turn).toBe('idle')
})

test('no message overtakes one that waits', async () => {
  const { ledger, id } = await withConversation()
  const first = await ledger.conversations.send(id, 'one')
  await ledger.conversations.send(id, 'two')
  await endTurn(ledger, first, id)

  const sent = await ledger.conversations.send(id, 'three')

  expect(sent?.entry.content).toEqual(userSays('two'))
})

test('messages that wait survive a restart', async () => {
  const { ledger, id, nextBoot } = await withConversation()
  await ledger.conversations.send(id, 'one')
  await ledger.conversations.send(id, 'two')
  const { ledger: next } = nextBoot()
  await next.boot.takeOver()

  expect(next.query.queuedMessages.of(id).map(({ text }) => text)).toEqual(['two'])
  expect((await next.conversations.sendQueued(id))?.entry.content).toEqual(userSays('two'))
})

test('a conversation has one live turn at most', async () => {
  const { ledger, id } = await withConversation()

  const turns = await Promise.all([
    ledger.conversations.startTurn(id, 'delivery'),
    ledger.conversations.startTurn(id, 'person'),
  ])

  expect(turns.map((turn) => turn !== null)).toEqual([true, false])
})

test('a turn waits for a person and goes on', async () => {
  const { ledger, id } = await withConversation()
  const turnId = (await ledger.conversations.startTurn(id, 'person')) as never

  expect(await ledger.conversations.setTurnWaiting(turnId, true)).toBe(true)
  expect(ledger.query.conversations.find(id)?.turn).toBe('waiting')
  expect(await ledger.conversations.startTurn(id, 'delivery')).toBeNull()
  expect(await ledger.conversations.setTurnWaiting(turnId, false)).toBe(true)

  expect(ledger.query.conversations.find(id)?.turn).toBe('running')
})

test('a turn ends once, and says why it failed until the next one begins', async () => {
  const { ledger, id } = await withConversation()
  const turn = { id: (await ledger.conversations.startTurn(id, 'person')) as never, conversationId: id }
  const failure = { code: 'model_timeout' as const, details: { host: 'example' } }

  expect(await ledger.conversations.endTurn({ ...turn, state: 'failed', failure })).toBe(true)
  expect(await ledger.conversations.endTurn({ ...turn, state: 'completed', failure: null })).toBe(false)
  expect(ledger.query.conversations.find(id)).toMatchObject({ turn: 'idle', failure, unread: true })
  await ledger.conversations.send(id, 'again')

  expect(ledger.query.conversations.find(id)?.failure).toBeNull()
})

test('a turn of a dead boot ends nothing', async () => {
  const { ledger, id, nextBoot } = await withConversation()
  const turn = { id: (await ledger.conversations.startTurn(id, 'person')) as never, conversationId: id }
  const { ledger: next } = nextBoot()
  await next.boot.takeOver()
  await next.conversations.send(id, 'again')

  expect(await ledger.conversations.endTurn({ ...turn, state: 'completed', failure: null })).toBe(false)
  expect(next.query.conversations.find(id)?.turn).toBe('running')
})

test('what does not exist cannot be changed', async () => {
  const { ledger } = await withConversation()
  const nobody = ConversationId.parse('cnv_nobody')
  const notFound = expect.objectContaining({ code: 'not_found' })

  await expect(ledger.conversations.rename(nobody, 'x')).rejects.toEqual(notFound)
  await expect(ledger.conversations.setMode(nobody, 'auto')).rejects.toEqual(notFound)
  await expect(ledger.conversations.setFolder(nobody, '/')).rejects.toEqual(notFound)
})
