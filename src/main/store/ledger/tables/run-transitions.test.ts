import { describe, expect, test } from 'vitest'
import { RunState, type ExitReason } from '../../../../shared/delegation.ts'
import { EntryId } from '../../../../shared/ids.ts'
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
import { openTemporaryLedger, type TemporaryLedger } from '../../../testing/temporary-ledger.ts'
import type { Ledger } from '../open-ledger.ts'
import type { RunRow } from './runs.ts'

const STOPPED = { exitReason: 'stopped', truncated: false, error: null } as const
const OTHER_REASON = { exitReason: 'completed', result: resultOf('another end') } as const
const RESULT = { exitReason: 'stopped', result: resultOf('the end') } as const

/** Ways into each state, by the ledger's own commands. */
const INTO: Record<RunState, (place: TemporaryLedger, run: RunRow) => Promise<unknown>> = {
  queued: async () => undefined,
  starting: ({ ledger }, run) => ledger.delegations.start(run),
  running: ({ ledger }, run) => setToWork(ledger, run),
  async waiting({ ledger }, run) {
    await setToWork(ledger, run)
    await ledger.delegations.setWaiting(run)
  },
  async finalizing({ ledger }, run) {
    await setToWork(ledger, run)
    await ledger.delegations.finalize(run, STOPPED)
  },
  async completed({ ledger }, run) {
    await setToWork(ledger, run)
    await bringToEnd(ledger, run)
  },
  failed: ({ ledger }, run) =>
    ledger.delegations.finishUnheld(run, { exitReason: 'error', result: resultOf('') }),
  timed_out: ({ ledger }, run) => endAs(ledger, run, 'timeout'),
  stalled: ({ ledger }, run) => endAs(ledger, run, 'stalled'),
  stopped: ({ ledger }, run) =>
    ledger.delegations.finishUnheld(run, { exitReason: 'stopped', result: resultOf('') }),
  interrupted: ({ ledger }, run) => endAs(ledger, run, 'interrupted'),
}

async function endAs(ledger: Ledger, run: RunRow, exitReason: ExitReason): Promise<unknown> {
  await setToWork(ledger, run)
  await ledger.delegations.finalize(run, { exitReason, truncated: false, error: null })
  return ledger.delegations.finish(run, { exitReason, result: resultOf('') })
}

/** Every write to a run, and the states in which it may happen; true when it did. */
const WRITES: Record<
  string,
  { from: readonly RunState[]; write: (ledger: Ledger, run: RunRow) => Promise<boolean> }
> = {
  start: { from: ['queued'], write: ({ delegations }, run) => delegations.start(run) },
  setRunning: { from: ['starting'], write: ({ delegations }, run) => delegations.setRunning(run) },
  setWaiting: { from: ['running'], write: ({ delegations }, run) => delegations.setWaiting(run) },
  resume: { from: ['waiting'], write: ({ delegations }, run) => delegations.resume(run) },
  markSideEffect: {
    from: ['running', 'waiting'],
    write: ({ delegations }, run) => delegations.markSideEffect(run),
  },
  finalize: {
    from: ['starting', 'running', 'waiting'],
    write: ({ delegations }, run) => delegations.finalize(run, STOPPED),
  },
  finish: {
    from: ['finalizing'],
    write: async ({ delegations }, run) => (await delegations.finish(run, RESULT)) !== null,
  },
  'finish for another reason': {
    from: [],
    write: async ({ delegations }, run) => (await delegations.finish(run, OTHER_REASON)) !== null,
  },
  finishUnheld: {
    from: ['queued'],
    write: async ({ delegations }, run) => (await delegations.finishUnheld(run, RESULT)) !== null,
  },
  'finishUnheld for a reason that only work leads to': {
    from: [],
    write: async ({ delegations }, run) => (await delegations.finishUnheld(run, OTHER_REASON)) !== null,
  },
  requeueAnswered: { from: [], write: ({ delegations }, run) => delegations.requeueAnswered(run.id) },
  append: {
    from: ['starting', 'running', 'waiting', 'finalizing'],
    write: (ledger, run) =>
      append(ledger, run, assistantSays('x')).then(
        () => true,
        () => false,
      ),
  },
}

const arrange = async (state: RunState): Promise<TemporaryLedger & { run: RunRow }> => {
  const place = openTemporaryLedger()
  const run = await addRun(place, await addConversation(place))
  await INTO[state](place, run)
  return { ...place, run }
}

describe.each(RunState.options)('a run that is %s', (state) => {
  const [allowed, refused] = [true, false].map((may) =>
    Object.keys(WRITES).filter((name) => WRITES[name]?.from.includes(state) === may),
  )

  if (allowed?.length)
    test.each(allowed)('takes %s', async (name) => {
      const { ledger, run } = await arrange(state)

      expect(await WRITES[name]?.write(ledger, run)).toBe(true)
    })

  test(`refuses ${refused?.join(', ')}`, async () => {
    const { ledger, run } = await arrange(state)
    const before = rowOf(ledger, run)

    for (const name of refused ?? [])
      expect([name, await WRITES[name]?.write(ledger, run)]).toEqual([name, false])

    expect(rowOf(ledger, run)).toEqual(before)
  })
})

describe('a late writer changes nothing', () => {
  const HELD: readonly RunState[] = ['starting', 'running', 'waiting', 'finalizing']
  const fenced = Object.keys(WRITES).filter(
    (name) => !name.startsWith('finishUnheld') && !['start', 'requeueAnswered'].includes(name),
  )

  test.each(HELD)('of an attempt that was superseded, while the run is %s', async (state) => {
    const { ledger, run } = await arrange(state)
    const before = rowOf(ledger, run)

    for (const name of fenced)
      expect([name, await WRITES[name]?.write(ledger, { ...run, attempt: run.attempt + 1 })]).toEqual([
        name,
        false,
      ])

    expect(rowOf(ledger, run)).toEqual(before)
  })

  test.each(HELD)('of another boot, while the run is %s', async (state) => {
    const { ledger, run, nextBoot } = await arrange(state)
    const { ledger: stranger } = nextBoot()
    const before = rowOf(ledger, run)

    for (const name of fenced) expect([name, await WRITES[name]?.write(stranger, run)]).toEqual([name, false])

    expect(rowOf(ledger, run)).toEqual(before)
  })

  test('to a queued run of a superseded attempt', async () => {
    const { ledger, run } = await arrange('queued')
    const late = { ...run, attempt: run.attempt + 1 }

    expect(await ledger.delegations.start(late)).toBe(false)
    expect(await ledger.delegations.finishUnheld(late, RESULT)).toBeNull()
    expect(rowOf(ledger, run)).toEqual(run)
  })
})

test('an exit reason leads to its own final state', async () => {
  const { ledger, run } = await arrange('finalizing')

  await ledger.delegations.finish(run, RESULT)

  expect(rowOf(ledger, run)).toMatchObject({ state: 'stopped', exitReason: 'stopped', bootId: null })
})

test('a run that hit its step limit is completed, and marked as cut', async () => {
  const { ledger, run } = await arrange('running')

  await ledger.delegations.finalize(run, { exitReason: 'max_steps', truncated: true, error: null })
  await ledger.delegations.finish(run, { exitReason: 'max_steps', result: resultOf('') })

  expect(rowOf(ledger, run)).toMatchObject({ state: 'completed', exitReason: 'max_steps', truncated: true })
})

test('times are those of the clock: first start, last sign, end', async () => {
  const place = openTemporaryLedger()
  const { ledger, clock } = place
  const run = await addRun(place, await addConversation(place))
  const begun = clock.now()
  clock.advance(100)
  await setToWork(ledger, run)
  clock.advance(100)
  await ledger.delegations.seen([run.id])
  clock.advance(100)
  await bringToEnd(ledger, run)

  expect(rowOf(ledger, run)).toMatchObject({
    createdAt: begun,
    startedAt: begun + 100,
    lastSeenAt: begun + 200,
    endedAt: begun + 300,
  })
})

test('signs of life of a run that another boot holds are not written', async () => {
  const { ledger, clock, run, nextBoot } = await arrange('running')
  const before = rowOf(ledger, run)
  clock.advance(1_000)

  await nextBoot().ledger.delegations.seen([run.id])

  expect(rowOf(ledger, run)).toEqual(before)
})

test('an entry goes below the head that its writer knows, or nowhere', async () => {
  const { ledger, run } = await arrange('running')
  const stale = { conversationId: run.conversationId, run, usage: null, content: assistantSays('late') }
  await append(ledger, run, assistantSays('first'))

  await expect(ledger.journal.append({ ...stale, parentId: run.headEntryId })).rejects.toMatchObject({
    code: 'invalid_transition',
  })
  await expect(
    ledger.journal.append({ ...stale, parentId: EntryId.parse('ent_unknown') }),
  ).rejects.toMatchObject({ code: 'invalid_transition' })
  expect(rowOf(ledger, run).steps).toBe(1)
})
