import { describe, expect, test } from 'vitest'
import { FINAL_STATES, isFinal, RunState, type ExitReason } from '../../../../shared/delegation.ts'
import {
  addConversation,
  addRun,
  append,
  assistantSays,
  resultOf,
  rowOf,
  setToWork,
} from '../../../testing/ledger-rows.ts'
import { approvalRow } from '../../../testing/rows.ts'
import { openTemporaryLedger, type TemporaryLedger } from '../../../testing/temporary-ledger.ts'
import type { Ledger } from '../open-ledger.ts'
import type { RunRow } from './runs.ts'

/** What may follow what, and nothing else. */
const TABLE: Record<RunState, readonly RunState[]> = {
  queued: ['starting', 'stopped', 'failed'],
  starting: ['running', 'finalizing', 'queued'],
  running: ['waiting', 'finalizing', 'queued'],
  waiting: ['running', 'queued', 'finalizing'],
  finalizing: FINAL_STATES,
  completed: [],
  failed: [],
  timed_out: [],
  stalled: [],
  stopped: [],
  interrupted: [],
}

type Place = TemporaryLedger & { readonly run: RunRow }
const REASONS: readonly ExitReason[] = ['completed', 'stopped', 'error', 'timeout', 'stalled', 'interrupted']
const end = (exitReason: ExitReason) => ({ exitReason, result: resultOf('') })
const beginsToEnd = (exitReason: ExitReason) => ({ exitReason, truncated: false, error: null })

/** Brings a run into a state in one of the ways in which it gets there. */
async function arrange(state: RunState, reason: ExitReason = 'stopped'): Promise<Place> {
  const place = openTemporaryLedger()
  const { ledger } = place
  const run = await addRun(place, await addConversation(place))
  if (state === 'starting') await ledger.delegations.start(run)
  else if (state !== 'queued') await setToWork(ledger, run)
  if (state === 'waiting') await ledger.delegations.setWaiting(run)
  if (state === 'finalizing' || isFinal(state)) await ledger.delegations.finalize(run, beginsToEnd(reason))
  if (isFinal(state)) await ledger.delegations.finish(run, end(reason))
  return { ...place, run }
}

const REASON_OF: Partial<Record<RunState, ExitReason>> = {
  completed: 'completed',
  failed: 'error',
  timed_out: 'timeout',
  stalled: 'stalled',
  interrupted: 'interrupted',
}

/** Everything that writes a state, this boot's and the next one's. */
const WRITES: Record<string, (place: Place) => Promise<unknown>> = {
  start: ({ ledger, run }) => ledger.delegations.start(run),
  setRunning: ({ ledger, run }) => ledger.delegations.setRunning(run),
  setWaiting: ({ ledger, run }) => ledger.delegations.setWaiting(run),
  resume: ({ ledger, run }) => ledger.delegations.resume(run),
  requeueAnswered: ({ ledger, run }) => ledger.delegations.requeueAnswered(run.id),
  ...Object.fromEntries(
    REASONS.flatMap((reason) => [
      [
        `finalize as ${reason}`,
        ({ ledger, run }: Place) => ledger.delegations.finalize(run, beginsToEnd(reason)),
      ],
      [`finish as ${reason}`, ({ ledger, run }: Place) => ledger.delegations.finish(run, end(reason))],
      [
        `finishUnheld as ${reason}`,
        ({ ledger, run }: Place) => ledger.delegations.finishUnheld(run, end(reason)),
      ],
    ]),
  ),
  'the next start': ({ nextBoot }) => nextBoot().ledger.boot.takeOver(),
  'the next start after a side effect': async ({ ledger, run, nextBoot }) => {
    await ledger.delegations.markSideEffect(run)
    await nextBoot().ledger.boot.takeOver()
  },
}

/** The states that anything at all leads to from this one. */
async function followers(state: RunState): Promise<RunState[]> {
  const after = new Set<RunState>()
  for (const write of Object.values(WRITES)) {
    const place = await arrange(state, REASON_OF[state])
    await write(place)
    after.add(rowOf(place.ledger, place.run).state)
  }
  for (const reason of REASONS) {
    if (state !== 'finalizing') continue
    const place = await arrange(state, reason)
    await place.ledger.delegations.finish(place.run, end(reason))
    after.add(rowOf(place.ledger, place.run).state)
  }
  after.delete(state)
  return [...after].sort()
}

describe('whatever is written, a run that is', () => {
  test.each(RunState.options)('%s goes where the table says, and nowhere else', async (state) => {
    expect(await followers(state)).toEqual([...TABLE[state]].sort())
  })
})

describe('a process is named exactly while one of ours works on the row', () => {
  test.each(RunState.options)('of a run that is %s', async (state) => {
    const { ledger, run } = await arrange(state, REASON_OF[state])
    const isWorkedOn = ['starting', 'running', 'waiting', 'finalizing'].includes(state)

    expect(rowOf(ledger, run).bootId).toBe(isWorkedOn ? ledger.bootId : null)
  })

  test('and of one that waits for a person no longer when the app went', async () => {
    const { ledger, run, nextBoot } = await arrange('waiting')
    await ask(ledger, run)
    const { ledger: next } = nextBoot()

    await next.boot.takeOver()

    expect(rowOf(next, run)).toMatchObject({ state: 'waiting', bootId: null })
  })
})

describe('a run that waits without a process', () => {
  async function parked(): Promise<Place & { next: Ledger }> {
    const place = await arrange('waiting')
    await ask(place.ledger, place.run)
    const { ledger: next } = place.nextBoot()
    await next.boot.takeOver()
    return { ...place, next }
  }

  test('is stopped through finalizing, by whoever takes it, once', async () => {
    const { next, run } = await parked()

    expect((await next.delegations.finishUnheld(run, end('stopped')))?.run.state).toBe('stopped')
    expect(await next.delegations.finishUnheld(run, end('stopped'))).toBeNull()
  })

  test('is one that gave its process back in the same start, just as well', async () => {
    const { ledger, run } = await arrange('waiting')
    await ask(ledger, run)

    expect(await ledger.delegations.giveBack({ ...run, attempt: 2 })).toBe(false)
    expect(await ledger.delegations.giveBack(run)).toBe(true)

    expect(rowOf(ledger, run)).toMatchObject({ state: 'waiting', bootId: null })
    expect(await ledger.delegations.resume(run)).toBe(false)
  })

  test('does not go on while one of its questions is open', async () => {
    const { next, run } = await parked()

    expect(await next.delegations.requeueAnswered(run.id)).toBe(false)
    const [asked] = next.query.approvals.pending()
    if (asked) await next.approvals.answer({ ...yes, approvalId: asked.id, hash: asked.hash }, null)
    expect(await next.delegations.requeueAnswered(run.id)).toBe(true)

    expect(rowOf(next, run)).toMatchObject({ state: 'queued', attempt: 2, restarts: 0 })
  })

  test('comes before those that never began when it goes on, whoever was there first', async () => {
    const place = openTemporaryLedger()
    const { ledger } = place
    const conversation = await addConversation(place)
    const [first, second] = [await addRun(place, conversation), await addRun(place, conversation)]
    await setToWork(ledger, second)
    await ledger.delegations.setWaiting(second)
    await ledger.delegations.giveBack(second)
    await ledger.delegations.requeueAnswered(second.id)

    expect(ledger.query.runs.queued().map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('takes no word of a process that worked on it before', async () => {
    const { ledger, next, run } = await parked()
    const before = rowOf(next, run)

    expect(await ledger.delegations.resume(run)).toBe(false)
    expect(await ledger.delegations.finalize(run, beginsToEnd('completed'))).toBe(false)
    await expect(append(ledger, run, assistantSays('late'))).rejects.toMatchObject({
      code: 'invalid_transition',
    })
    expect(rowOf(next, run)).toEqual(before)
  })
})

const yes = { allow: true, scope: 'once', note: '' } as const

const ask = (ledger: Ledger, run: RunRow): Promise<unknown> =>
  ledger.approvals.ask(approvalRow({ conversationId: run.conversationId, runId: run.id }))
