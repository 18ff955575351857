import { expect, test } from 'vitest'
import type { ConversationView } from '../../../../shared/conversation.ts'
import { costOf } from '../../../../shared/cost.ts'
import type { Usage } from '../../../../shared/usage.ts'
import {
  addConversation,
  addRun,
  assistantSays,
  bringToEnd,
  metered,
  rowOf,
  setToWork,
} from '../../../testing/ledger-rows.ts'
import { openTemporaryLedger, type TemporaryLedger } from '../../../testing/temporary-ledger.ts'
import type { Metered } from '../commands/journal-commands.ts'
import type { Ledger } from '../open-ledger.ts'
import type { RunRow } from './runs.ts'

const usage = (input: number, output: number): Usage => ({ input, output, cached: 0, reasoning: 0 })
const PRICE = { input: 2, cached: 0.5, output: 8 }

/** One answer of a run, or of the conversation itself. */
function answer(
  ledger: Ledger,
  owner: Pick<ConversationView, 'id'> | RunRow,
  used: Metered,
): Promise<unknown> {
  const run = 'attempt' in owner ? rowOf(ledger, owner) : null
  const conversationId = 'attempt' in owner ? owner.conversationId : owner.id
  const parentId = run ? run.headEntryId : ledger.query.conversations.head(conversationId)
  return ledger.journal.append({ conversationId, run, parentId, content: assistantSays('x'), usage: used })
}

async function tree(place: TemporaryLedger, children: number) {
  const conversation = await addConversation(place)
  const runs: RunRow[] = []
  for (let child = 0; child < children; child++)
    runs.push(
      await setToWork(
        place.ledger,
        await addRun(place, conversation, runs[0] && child > 6 ? { parent: runs[0] } : {}),
      ),
    )
  return { conversation, runs }
}

test('input that was kept costs less, and no call is free by rounding', () => {
  expect(costOf(PRICE, { input: 1_000, output: 100, cached: 400, reasoning: 50 })).toBe(
    600 * 2 + 400 * 0.5 + 100 * 8,
  )
  expect(costOf({ input: 0.05, cached: 0.005, output: 0.4 }, usage(1, 0))).toBe(1)
})

test('the root total of a tree is the sum of its rows, also after a restart', async () => {
  const place = openTemporaryLedger()
  place.prices.set('model', PRICE)
  const { conversation, runs } = await tree(place, 10)
  await answer(place.ledger, conversation, metered(10, 1))
  for (const [index, run] of runs.entries()) {
    await answer(place.ledger, run, metered(100 * (index + 1), 10))
    await answer(place.ledger, run, metered(7, 3))
  }

  const { ledger } = place.nextBoot()

  const total = ledger.query.conversations.find(conversation.id)
  const parts = ['', ...runs.map(({ path }) => path)].map((path) =>
    ledger.query.modelCalls.ofAgent(conversation.id, path),
  )
  const sum = (of: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((all, part) => all + of(part), 0)
  expect(total?.cost).toEqual({ micros: sum(({ cost }) => cost.micros), known: true, estimated: false })
  expect(total?.usage).toMatchObject({
    input: sum((part) => part.usage.input),
    output: sum((part) => part.usage.output),
  })
  expect(total?.usage.input).toBe(10 + 100 * 55 + 7 * 10)
  expect(total?.cost.micros).toBe(2 * (10 + 5_500 + 70) + 8 * (1 + 100 + 30))
})

test('a call whose price nobody knows counts its tokens, and makes the sum a lower bound', async () => {
  const place = openTemporaryLedger()
  const { conversation, runs } = await tree(place, 2)
  const [first, second] = runs as [RunRow, RunRow]
  await answer(place.ledger, first, metered(100, 10))
  place.prices.set('model', PRICE)
  await answer(place.ledger, second, metered(100, 10))

  expect(place.ledger.query.modelCalls.ofAgent(conversation.id, first.path).cost).toEqual({
    micros: 0,
    known: false,
    estimated: false,
  })
  expect(place.ledger.query.modelCalls.ofAgent(conversation.id, second.path).cost).toEqual({
    micros: 280,
    known: true,
    estimated: false,
  })
  expect(place.ledger.query.modelCalls.ofConversation(conversation.id)).toMatchObject({
    usage: usage(200, 20),
    cost: { micros: 280, known: false, estimated: false },
  })
})

test('a price that changes later changes nothing that was paid before', async () => {
  const place = openTemporaryLedger()
  place.prices.set('model', PRICE)
  const { conversation, runs } = await tree(place, 1)
  await answer(place.ledger, runs[0] as RunRow, metered(100, 0))

  place.prices.set('model', { input: 200, cached: 200, output: 200 })

  expect(place.ledger.query.conversations.find(conversation.id)?.cost.micros).toBe(200)
})

test('a call that brought nothing is a row like any other', async () => {
  const place = openTemporaryLedger()
  place.prices.set('model', PRICE)
  const { conversation, runs } = await tree(place, 1)
  const run = runs[0] as RunRow

  await place.ledger.journal.charge({
    conversationId: conversation.id,
    run,
    model: 'model',
    usage: metered(50, 5),
  })

  expect(place.ledger.query.modelCalls.ofAgent(conversation.id, run.path)).toEqual({
    usage: usage(50, 5),
    cost: { micros: 140, known: true, estimated: false },
  })
  expect(rowOf(place.ledger, run).steps).toBe(0)
})

test('nothing was asked: no tokens, no cost, and that is known', async () => {
  const place = openTemporaryLedger()
  const { id } = await addConversation(place)

  expect(place.ledger.query.modelCalls.ofConversation(id)).toEqual({
    usage: usage(0, 0),
    cost: { micros: 0, known: true, estimated: false },
  })
})

test('a call of which nobody says what it took counts by our own estimate, and makes the sum one', async () => {
  const place = openTemporaryLedger()
  place.prices.set('model', PRICE)
  const { conversation, runs } = await tree(place, 2)
  await answer(place.ledger, runs[0] as RunRow, { ...metered(100, 10), estimated: true })
  await answer(place.ledger, runs[1] as RunRow, metered(1, 0))

  const { ofAgent, ofConversation, ofDay } = place.ledger.query.modelCalls
  expect(ofAgent(conversation.id, runs[0]?.path ?? '')).toMatchObject({
    usage: usage(100, 10),
    cost: { micros: 280, known: false, estimated: true },
  })
  expect(ofConversation(conversation.id).cost).toEqual({ micros: 282, known: false, estimated: true })
  expect(place.ledger.query.conversations.find(conversation.id)?.cost).toEqual(
    ofConversation(conversation.id).cost,
  )
  expect(ofDay(conversation.id, 0)).toEqual({ micros: 282, tokens: 0, estimated: true })
  const [entry] = place.ledger.query.entries
    .branch(rowOf(place.ledger, runs[0] as RunRow).headEntryId)
    .slice(-1)
  expect(entry?.usage).toBeNull()
})

test('nothing is charged to a run that is over, nor by an attempt that was superseded', async () => {
  const place = openTemporaryLedger()
  const { conversation, runs } = await tree(place, 2)
  const [over, other] = runs as [RunRow, RunRow]
  await bringToEnd(place.ledger, over)
  const charge = (run: RunRow): Promise<void> =>
    place.ledger.journal.charge({
      ...{ conversationId: conversation.id, run, model: 'model', usage: metered(50, 5) },
    })

  await expect(charge(over)).rejects.toMatchObject({ code: 'invalid_transition' })
  await expect(charge({ ...other, attempt: 2 })).rejects.toMatchObject({ code: 'invalid_transition' })

  expect(place.ledger.query.modelCalls.ofConversation(conversation.id).usage).toEqual(usage(0, 0))
})
