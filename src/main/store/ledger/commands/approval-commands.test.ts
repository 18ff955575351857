import { expect, test } from 'vitest'
import { type ApprovalView, type ApprovalAnswer } from '../../../../shared/approval.ts'
import { ApprovalId } from '../../../../shared/ids.ts'
import { addConversation, addRun, bringToEnd, resultOf, setToWork } from '../../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../../testing/temporary-ledger.ts'
import { approvalRow } from '../../../testing/rows.ts'
import type { RunRow } from '../tables/runs.ts'

async function withQuestion() {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  const question = approvalRow({ conversationId: conversation.id })
  return { ...place, conversation, question, asked: await place.ledger.approvals.ask(question) }
}

const answerTo = (question: ApprovalView, given: Partial<ApprovalAnswer> = {}): ApprovalAnswer => ({
  approvalId: question.id,
  hash: question.hash,
  allow: true,
  scope: 'once',
  note: '',
  ...given,
})
const GRANT = { tool: 'shell', folder: '/home', target: 'ls', confinement: 'none' } as const

test('a question is asked once, however often its call comes by', async () => {
  const { ledger, question } = await withQuestion()

  const again = await ledger.approvals.ask({ ...question, id: ApprovalId.parse('approval_2') })

  expect(again.id).toBe(question.id)
  expect(ledger.query.approvals.pending()).toHaveLength(1)
})

test('an answer is given once', async () => {
  const { ledger, asked } = await withQuestion()

  expect(await ledger.approvals.answer(answerTo(asked), null)).toMatchObject({ state: 'allowed' })
  await expect(ledger.approvals.answer(answerTo(asked, { allow: false }), null)).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'allowed' },
  })

  expect(ledger.query.approvals.find(asked.id)?.state).toBe('allowed')
})

test('an answer to something else than what was shown is refused', async () => {
  const { ledger, asked } = await withQuestion()

  await expect(ledger.approvals.answer(answerTo(asked, { hash: 'other' }), GRANT)).rejects.toMatchObject({
    code: 'approval_stale',
  })

  expect(ledger.query.approvals.find(asked.id)?.state).toBe('pending')
  expect(ledger.query.grants.of({ conversationId: asked.conversationId, runId: null })).toEqual([])
})

test('what an answer grants belongs to whoever asked', async () => {
  const { ledger, asked, conversation, ...place } = await withQuestion()
  const run = await addRun({ ...place, ledger }, conversation)

  await ledger.approvals.answer(answerTo(asked), GRANT)

  expect(ledger.query.grants.of({ conversationId: conversation.id, runId: null })).toEqual([GRANT])
  expect(ledger.query.grants.of({ conversationId: conversation.id, runId: run.id })).toEqual([])
})

test('an answer that comes twice grants once', async () => {
  const { ledger, asked, conversation } = await withQuestion()

  await Promise.allSettled([1, 2].map(() => ledger.approvals.answer(answerTo(asked), GRANT)))

  expect(ledger.query.grants.of({ conversationId: conversation.id, runId: null })).toEqual([GRANT])
})

test('questions survive a restart', async () => {
  const { asked, nextBoot } = await withQuestion()

  expect(nextBoot().ledger.query.approvals.pending()).toEqual([asked])
})

test("all questions of one agent are answered with no, and nobody else's", async () => {
  const { ledger, asked, conversation, question, ...place } = await withQuestion()
  const run = await addRun({ ...place, ledger }, conversation)
  const ofRun = await ledger.approvals.ask({ ...question, id: ApprovalId.parse('approval_2'), runId: run.id })

  const denied = await ledger.approvals.denyAllOf({ conversationId: conversation.id, runId: null }, 'why')

  expect(denied).toMatchObject([{ id: asked.id, state: 'denied', note: 'why' }])
  expect(ledger.query.approvals.pending()).toEqual([ofRun])
})

test('the questions of a run go with it, however it ends', async () => {
  const { ledger, conversation, question, ...place } = await withQuestion()
  const ask = (run: RunRow) =>
    ledger.approvals.ask({ ...question, id: ApprovalId.parse(`of_${run.id}`), runId: run.id })
  const held = await setToWork(ledger, await addRun({ ...place, ledger }, conversation))
  const queued = await addRun({ ...place, ledger }, conversation)
  const questions = [await ask(held), await ask(queued)]

  const { withdrawn } = await bringToEnd(ledger, held)
  const unheld = await ledger.delegations.finishUnheld(queued, {
    exitReason: 'stopped',
    result: resultOf(''),
  })

  expect([...withdrawn, ...(unheld?.withdrawn ?? [])].map(({ id, state }) => [id, state])).toEqual(
    questions.map(({ id }) => [id, 'denied']),
  )
  expect(ledger.query.conversations.find(conversation.id)?.needsYou).toBe(1)
})
