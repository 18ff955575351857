import { expect, test } from 'vitest'
import type { Ledger } from '../open-ledger.ts'
import type { RunRow } from './runs.ts'
import {
  addConversation,
  addRun,
  append,
  assistantSays,
  bringToEnd,
  resultOf,
  rowOf,
  setToWork,
} from '../../../testing/ledger-rows.ts'
import { approvalRow } from '../../../testing/rows.ts'
import { openTemporaryLedger } from '../../../testing/temporary-ledger.ts'

async function withRun() {
  const place = openTemporaryLedger()
  const conversation = await addConversation(place)
  return { ...place, conversation, run: await addRun(place, conversation) }
}

const YES = { allow: true, scope: 'once', note: '' } as const

/** Brings a run to where it waits for a person. */
async function setToAsk(ledger: Ledger, run: RunRow): Promise<void> {
  await ledger.delegations.setWaiting(await setToWork(ledger, run))
  await ledger.approvals.ask(approvalRow({ conversationId: run.conversationId, runId: run.id }))
}

test('a run without side effects goes back to the queue, its journal kept', async () => {
  const { ledger, run, nextBoot } = await withRun()
  const entry = await append(ledger, await setToWork(ledger, run), assistantSays('so far'))

  const { ledger: next } = nextBoot()
  const left = await next.boot.takeOver()

  expect(left).toEqual({ interruptedTurns: [], requeuedRuns: [run.id], unfinishedRuns: [] })
  expect(rowOf(next, run)).toMatchObject({
    state: 'queued',
    attempt: 2,
    restarts: 1,
    bootId: null,
    headEntryId: entry.id,
  })
})

test('a run that was only starting does the same', async () => {
  const { ledger, run, nextBoot } = await withRun()
  await ledger.delegations.start(run)

  const { ledger: next } = nextBoot()
  await next.boot.takeOver()

  expect(rowOf(next, run)).toMatchObject({ state: 'queued', attempt: 2 })
})

test('a run that had a side effect is not started again', async () => {
  const { ledger, run, nextBoot } = await withRun()
  await ledger.delegations.markSideEffect(await setToWork(ledger, run))

  const { ledger: next } = nextBoot()
  const left = await next.boot.takeOver()

  expect(left).toMatchObject({ requeuedRuns: [], unfinishedRuns: [run.id] })
  expect(rowOf(next, run)).toMatchObject({
    state: 'finalizing',
    exitReason: 'interrupted',
    attempt: 2,
    bootId: next.bootId,
  })
})

test('a run is started again once, not twice', async () => {
  const { ledger, run, nextBoot } = await withRun()
  await setToWork(ledger, run)
  const second = nextBoot()
  await second.ledger.boot.takeOver()
  await setToWork(second.ledger, rowOf(second.ledger, run))

  const third = second.nextBoot()
  const left = await third.ledger.boot.takeOver()

  expect(left.unfinishedRuns).toEqual([run.id])
})

test('a run that waits for a person goes on waiting, without a process', async () => {
  const { ledger, run, nextBoot } = await withRun()
  await setToAsk(ledger, run)

  const { ledger: next } = nextBoot()
  const left = await next.boot.takeOver()

  expect(left).toMatchObject({ requeuedRuns: [], unfinishedRuns: [] })
  expect(rowOf(next, run)).toMatchObject({ state: 'waiting', attempt: 1, restarts: 0, bootId: null })
})

test('a run that waited for its endpoint asks there anew, side effects or not, and that is no restart', async () => {
  const { ledger, run, nextBoot } = await withRun()
  const working = await setToWork(ledger, run)
  await ledger.delegations.markSideEffect(working)
  await ledger.delegations.setWaiting(working)

  const { ledger: next } = nextBoot()
  const left = await next.boot.takeOver()

  expect(left).toMatchObject({ requeuedRuns: [], unfinishedRuns: [] })
  expect(rowOf(next, run)).toMatchObject({ state: 'queued', attempt: 2, restarts: 0, bootId: null })
})

test('an answer brings a run that waits without a process back to the queue, and counts as no restart', async () => {
  const { ledger, run, nextBoot } = await withRun()
  await setToAsk(ledger, run)
  const { ledger: next } = nextBoot()
  await next.boot.takeOver()
  const [asked] = next.query.approvals.pending()
  await next.approvals.answer({ approvalId: asked?.id as never, hash: 'hash', ...YES }, null)

  expect(await next.delegations.requeueAnswered(run.id)).toBe(true)

  expect(rowOf(next, run)).toMatchObject({ state: 'queued', attempt: 2, restarts: 0 })
  expect(await next.delegations.requeueAnswered(run.id)).toBe(false)
})

test('a run that waits without a process can be ended', async () => {
  const { ledger, run, nextBoot } = await withRun()
  await setToAsk(ledger, run)
  const { ledger: next } = nextBoot()
  await next.boot.takeOver()

  const finished = await next.delegations.finishUnheld(run, { exitReason: 'stopped', result: resultOf('') })

  expect(finished?.run.state).toBe('stopped')
})

test('a run that was about to be written down keeps the reason of its end', async () => {
  const { ledger, run, nextBoot } = await withRun()
  await ledger.delegations.finalize(await setToWork(ledger, run), {
    exitReason: 'max_steps',
    truncated: true,
    error: null,
  })

  const { ledger: next } = nextBoot()
  const left = await next.boot.takeOver()

  expect(left.unfinishedRuns).toEqual([run.id])
  expect(rowOf(next, run)).toMatchObject({
    state: 'finalizing',
    exitReason: 'max_steps',
    truncated: true,
    bootId: next.bootId,
  })
})

test('an error that was about to be written down is kept, and where the run stood', async () => {
  const { ledger, run, nextBoot } = await withRun()
  const error = { code: 'model_rejected', details: { status: 400 } } as const
  await ledger.delegations.finalize(await setToWork(ledger, run), {
    exitReason: 'error',
    truncated: false,
    error,
  })

  const { ledger: next } = nextBoot()
  await next.boot.takeOver()

  expect(rowOf(next, run)).toMatchObject({ exitReason: 'error', error, lastState: 'finalizing' })
})

test('where the app left a run stays known, however often it goes away again', async () => {
  const { ledger, run, nextBoot } = await withRun()
  await ledger.delegations.markSideEffect(await setToWork(ledger, run))
  const second = nextBoot()
  await second.ledger.boot.takeOver()
  expect(rowOf(second.ledger, run).lastState).toBe('running')

  const { ledger: third } = second.nextBoot()
  await third.boot.takeOver()

  expect(rowOf(third, run)).toMatchObject({ exitReason: 'interrupted', lastState: 'running' })
})

test('the dead boot writes nothing to what was taken over', async () => {
  const { ledger, run, nextBoot } = await withRun()
  const working = await setToWork(ledger, run)
  const { ledger: next } = nextBoot()
  await next.boot.takeOver()
  const before = rowOf(next, run)

  expect(await ledger.delegations.setWaiting(working)).toBe(false)
  expect(
    await ledger.delegations.finalize(working, { exitReason: 'completed', truncated: false, error: null }),
  ).toBe(false)
  await expect(append(ledger, working, assistantSays('late'))).rejects.toMatchObject({
    code: 'invalid_transition',
  })

  expect(rowOf(next, run)).toEqual(before)
})

test('runs that ended, and runs that never began, are left alone', async () => {
  const { ledger, run, conversation, nextBoot, ...place } = await withRun()
  await bringToEnd(ledger, await setToWork(ledger, run))
  const queued = await addRun({ ...place, ledger }, conversation)
  const before = [rowOf(ledger, run), rowOf(ledger, queued)]

  const { ledger: next } = nextBoot()
  const left = await next.boot.takeOver()

  expect(left).toEqual({ interruptedTurns: [], requeuedRuns: [], unfinishedRuns: [] })
  expect([rowOf(next, run), rowOf(next, queued)]).toEqual(before)
})

test('turns of a dead boot are interrupted; those of this one go on', async () => {
  const { ledger, conversation, nextBoot } = await withRun()
  await ledger.conversations.send(conversation.id, 'hello')
  const { ledger: next } = nextBoot()

  expect((await next.boot.takeOver()).interruptedTurns).toEqual([conversation.id])
  await next.conversations.send(conversation.id, 'again')
  expect((await next.boot.takeOver()).interruptedTurns).toEqual([])

  expect(next.query.conversations.find(conversation.id)?.turn).toBe('running')
})

test('processes of earlier boots are known until they are forgotten', async () => {
  const { ledger, run, nextBoot } = await withRun()
  const left = { pid: 10, startedAt: 'then', kind: 'group', runId: run.id } as const
  await ledger.boot.addProcess(left)
  const { ledger: next } = nextBoot()
  await next.boot.addProcess({ ...left, pid: 11 })

  expect(next.query.processes.ofEarlierBoots(next.bootId)).toEqual([left])
  await next.boot.forgetEarlierProcesses()

  expect(next.query.processes.ofEarlierBoots(next.bootId)).toEqual([])
  expect(next.query.processes.ofRun(run.id)).toMatchObject([{ pid: 11 }])
})
