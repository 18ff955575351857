import { expect, test } from 'vitest'
import type { DeliveryView } from '../../../../shared/delegation.ts'
import type { Entry } from '../../../../shared/entry.ts'
import {
  addConversation,
  addRun,
  addRuns,
  append,
  bringToEnd,
  resultOf,
  rowOf,
  setToWork,
  toolSays,
  userSays,
} from '../../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../../testing/temporary-ledger.ts'
import type { Ledger } from '../open-ledger.ts'
import type { RunRow } from '../tables/runs.ts'

/** Puts a delivery at the end of the journal that it is addressed to. */
function deliver(ledger: Ledger, delivery: DeliveryView): Promise<Entry | null> {
  const { id, delegationId, conversationId, runId, runIds } = delivery
  const run = runId === null ? null : rowOf(ledger, { id: runId })
  return ledger.journal.deliver({
    conversationId,
    run,
    parentId: run ? run.headEntryId : ledger.query.conversations.head(conversationId),
    content: { kind: 'delivery', deliveryId: id, delegationId, runIds, boundary: 'b', text: 'results' },
    usage: null,
  })
}

async function finish(ledger: Ledger, run: RunRow): Promise<DeliveryView | null> {
  return (await bringToEnd(ledger, await setToWork(ledger, run))).delivery
}

async function withDelivery() {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  const delivery = await finish(place.ledger, await addRun(place, conversation))
  if (!delivery) throw new Error('no delivery')
  return { ...place, conversation, delivery }
}

test('a call is one delivery, which comes with the last of its runs', async () => {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  const [first, second] = (await addRuns(place, conversation, { tasks: 2 })) as [RunRow, RunRow]

  expect(await finish(place.ledger, second)).toBeNull()
  expect(place.ledger.query.deliveries.pending(conversation.id, null)).toEqual([])
  expect(await finish(place.ledger, first)).toMatchObject({ state: 'pending', runIds: [first.id, second.id] })
  expect(place.ledger.query.conversations.find(conversation.id)?.pendingDeliveries).toBe(1)
})

test('independent tasks are a delivery each', async () => {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  const [first, second] = (await addRuns(place, conversation, { tasks: 2, independent: true })) as [
    RunRow,
    RunRow,
  ]

  expect(await finish(place.ledger, second)).toMatchObject({ runIds: [second.id] })
  expect(await finish(place.ledger, first)).toMatchObject({ runIds: [first.id] })
})

test('runs that never began are results, too', async () => {
  const place = openTemporaryLedger()
  const run = await addRun(place, await addConversation(place))
  const { ledger } = place

  const finished = await ledger.delegations.finishUnheld(run, {
    exitReason: 'stopped',
    result: resultOf(''),
  })

  expect(finished?.delivery).toMatchObject({ runIds: [run.id] })
})

test('a delivery is delivered once, however often and by whomever it is tried', async () => {
  const { ledger, conversation, delivery } = await withDelivery()

  const outcomes = await Promise.all([deliver(ledger, delivery), deliver(ledger, delivery)])

  expect(outcomes.map((entry) => entry?.content.kind)).toEqual(['delivery', undefined])
  expect(await deliver(ledger, delivery)).toBeNull()
  expect(ledger.query.deliveries.find(delivery.id)?.state).toBe('delivered')
  const head = ledger.query.conversations.head(conversation.id)
  expect(ledger.query.entries.branch(head, 10)).toHaveLength(1)
})

test('a delivery that finds another head is not taken', async () => {
  const { ledger, conversation, delivery } = await withDelivery()
  const sooner = append(ledger, conversation, userSays('sooner'))
  const late = deliver(ledger, delivery)

  await sooner
  await expect(late).rejects.toMatchObject({ code: 'invalid_transition' })

  expect(ledger.query.deliveries.find(delivery.id)?.state).toBe('pending')
})

test('a tool result that carries a delivery delivers it in its own transaction', async () => {
  const { ledger, conversation, delivery } = await withDelivery()

  await append(ledger, conversation, toolSays('call', 'results', [delivery.id]))

  expect(ledger.query.deliveries.find(delivery.id)?.state).toBe('delivered')
  expect(await deliver(ledger, delivery)).toBeNull()
})

test('a tool result whose delivery was taken before is not written', async () => {
  const { ledger, conversation, delivery } = await withDelivery()
  const entry = await deliver(ledger, delivery)

  await expect(
    append(ledger, conversation, toolSays('call', 'results', [delivery.id])),
  ).rejects.toMatchObject({ code: 'invalid_transition' })

  expect(ledger.query.conversations.head(conversation.id)).toBe(entry?.id)
})

test('nobody takes a delivery that is addressed to another', async () => {
  const { ledger, ...place } = await withDelivery()
  const thief = await setToWork(ledger, await addRun({ ...place, ledger }, place.conversation))

  await expect(
    append(ledger, thief, toolSays('call', 'mine now', [place.delivery.id])),
  ).rejects.toMatchObject({ code: 'invalid_transition' })

  expect(ledger.query.deliveries.find(place.delivery.id)?.state).toBe('pending')
})

test('a result goes to the run that asked for it', async () => {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  const parent = await setToWork(place.ledger, await addRun(place, conversation))

  const delivery = await finish(place.ledger, await addRun(place, conversation, { parent }))

  expect(delivery?.runId).toBe(parent.id)
  expect(place.ledger.query.deliveries.pending(conversation.id, null)).toEqual([])
})

test('a result whose asker has ended goes to the nearest one above that lives', async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const conversation = await addConversation(place)
  const grandparent = await setToWork(ledger, await addRun(place, conversation))
  const parent = await setToWork(ledger, await addRun(place, conversation, { parent: grandparent }))
  const child = await addRun(place, conversation, { parent })

  await bringToEnd(ledger, parent)
  const delivery = await finish(ledger, child)

  expect(delivery?.runId).toBe(grandparent.id)
})

test('what a run has not taken when it ends goes to whoever asked for that run', async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const conversation = await addConversation(place)
  const grandparent = await setToWork(ledger, await addRun(place, conversation))
  const parent = await setToWork(ledger, await addRun(place, conversation, { parent: grandparent }))
  const delivery = await finish(ledger, await addRun(place, conversation, { parent }))

  await bringToEnd(ledger, parent)
  expect(ledger.query.deliveries.pending(conversation.id, grandparent.id)).toMatchObject([
    { id: delivery?.id },
    { delegationId: parent.delegationId },
  ])
  await bringToEnd(ledger, grandparent)

  expect(ledger.query.deliveries.pending(conversation.id, null)).toHaveLength(3)
})

test('the same call taken on twice is one delegation', async () => {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)

  await addRuns(place, conversation, { tasks: 2, callKey: 'step 1, call 0' })
  await addRuns(place, conversation, { tasks: 2, callKey: 'step 1, call 0' })

  expect(place.ledger.query.runs.ofConversation(conversation.id, 10)).toHaveLength(2)
})

test('a run has its goal and context as the first entry of its journal', async () => {
  const place = openTemporaryLedger()
  const run = await addRun(place, await addConversation(place))

  expect(place.ledger.query.entries.branch(run.headEntryId, 10)).toMatchObject([
    { runId: run.id, parentId: null, content: userSays(run.task.goal) },
  ])
})
