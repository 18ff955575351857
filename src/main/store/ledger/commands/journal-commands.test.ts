import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addConversation,
  addRun,
  append,
  assistantSays,
  bringToEnd,
  setToWork,
  userSays,
} from '../../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../../testing/temporary-ledger.ts'
import { LARGEST_ROW_BYTES } from '../bodies.ts'

const isInDatabase = (dataFolder: string, text: string): boolean =>
  ['ledger.db', 'ledger.db-wal'].some((name) => readFileSync(join(dataFolder, name)).includes(text))

const USAGE = { input: 7, output: 5, cached: 3, reasoning: 2 }

test('entries grow below the head, in the order in which they were committed', async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const conversation = await addConversation(place)

  const first = await append(ledger, conversation, userSays('one'))
  const second = await append(ledger, conversation, assistantSays('two'))

  expect(ledger.query.entries.branch(second.id, 10)).toEqual([first, second])
  expect([first.parentId, second.parentId]).toEqual([null, first.id])
  expect(second.number).toBeGreaterThan(first.number)
})

test('only the end of a branch is read when that is asked for', async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const conversation = await addConversation(place)
  for (const word of ['one', 'two', 'three']) await append(ledger, conversation, userSays(word))

  const newest = ledger.query.entries.branch(ledger.query.conversations.head(conversation.id), 2)

  expect(newest.map(({ content }) => content)).toEqual([userSays('two'), userSays('three')])
})

test('of two writers who know the same head one is refused', async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const { id: conversationId } = await addConversation(place)
  const line = { conversationId, run: null, parentId: null, usage: null }

  const outcomes = await Promise.allSettled(
    ['one', 'two'].map((word) => ledger.journal.append({ ...line, content: userSays(word) })),
  )

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const head = ledger.query.conversations.head(conversationId)
  expect(ledger.query.entries.branch(head, 10).map(({ content }) => content)).toEqual([userSays('one')])
})

test("a run's journal and its conversation's are two", async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const conversation = await addConversation(place)
  const run = await setToWork(ledger, await addRun(place, conversation))

  await append(ledger, conversation, userSays('to the agent'))
  const entry = await append(ledger, run, assistantSays('of the run'))

  expect(ledger.query.entries.branch(entry.id, 10).map(({ content }) => content)).toEqual([
    userSays(run.task.goal),
    assistantSays('of the run'),
  ])
})

test('an entry above the limit keeps its body in a file that is named after it', async () => {
  const { dataFolder, ...place } = openTemporaryLedger()
  const { ledger } = place
  const conversation = await addConversation(place)
  const content = userSays('x'.repeat(LARGEST_ROW_BYTES))

  const entry = await append(ledger, conversation, content)

  const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const path = join(dataFolder, 'bodies', sha256.slice(0, 2), sha256)
  expect(readFileSync(path, 'utf8')).toBe(JSON.stringify(content))
  expect(ledger.query.entries.find(entry.id)).toEqual(entry)
  expect(isInDatabase(dataFolder, 'x'.repeat(1_000))).toBe(false)
})

test('a large body that is written twice is one file', async () => {
  const { dataFolder, ...place } = openTemporaryLedger()
  const conversation = await addConversation(place)
  const content = userSays('x'.repeat(LARGEST_ROW_BYTES))

  await append(place.ledger, conversation, content)
  const entry = await append(place.ledger, conversation, content)

  rmSync(join(dataFolder, 'bodies'), { recursive: true })
  expect(() => place.ledger.query.entries.find(entry.id)).toThrow('ENOENT')
})

test('what a model call took is counted for its run and for its conversation', async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const conversation = await addConversation(place)
  const run = await setToWork(ledger, await addRun(place, conversation))
  const usage = { ...USAGE, estimated: false, baseUrl: 'https://models.example/v1' }
  const line = { conversationId: conversation.id, content: assistantSays('x'), usage }

  await ledger.journal.append({ ...line, run: null, parentId: null })
  await ledger.journal.append({ ...line, run, parentId: run.headEntryId })

  expect(ledger.query.modelCalls.ofAgent(conversation.id, run.path).usage).toEqual(USAGE)
  expect(ledger.query.conversations.find(conversation.id)?.usage).toEqual({
    input: 14,
    output: 10,
    cached: 6,
    reasoning: 4,
  })
})

test('what was seen of an answer is void once the answer stands in the journal', async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const conversation = await addConversation(place)
  const owner = { conversationId: conversation.id, runId: null }

  await ledger.journal.savePartial(owner, { text: 'half', thinking: '' })
  await ledger.journal.savePartial(owner, { text: 'half an', thinking: 'hm' })
  expect(ledger.query.partials.find(owner)).toEqual({ text: 'half an', thinking: 'hm' })
  await append(ledger, conversation, assistantSays('half an answer'))

  expect(ledger.query.partials.find(owner)).toBeUndefined()
})

test('what was seen of a run goes with its end', async () => {
  const place = openTemporaryLedger()
  const { ledger } = place
  const run = await setToWork(ledger, await addRun(place, await addConversation(place)))
  const owner = { conversationId: run.conversationId, runId: run.id }
  await ledger.journal.savePartial(owner, { text: 'half', thinking: '' })

  await bringToEnd(ledger, run)

  expect(ledger.query.partials.find(owner)).toBeUndefined()
})

test('results above the limit are delivered like small ones', async () => {
  const { dataFolder, ...place } = openTemporaryLedger()
  const { ledger } = place
  const { id: conversationId } = await addConversation(place)
  const { delivery } = await bringToEnd(
    ledger,
    await setToWork(ledger, await addRun(place, { id: conversationId })),
  )
  if (!delivery) throw new Error('no delivery')
  const { id: deliveryId, delegationId, runIds } = delivery
  const text = 'x'.repeat(LARGEST_ROW_BYTES)
  const content = { kind: 'delivery' as const, deliveryId, delegationId, runIds, boundary: 'b', text }

  const entry = await ledger.journal.deliver({
    conversationId,
    run: null,
    parentId: null,
    content,
    usage: null,
  })

  expect(ledger.query.entries.branch(entry?.id ?? null, 1)).toEqual([entry])
  expect(isInDatabase(dataFolder, 'x'.repeat(1_000))).toBe(false)
})
