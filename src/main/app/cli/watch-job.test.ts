import { expect, test } from 'vitest'
import type { HostEvent } from '../../../shared/events.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { conversationRow, runRow } from '../../testing/rows.ts'
import type { JobRows } from './job.ts'
import { LOOK_MS, watchJob } from './watch-job.ts'

const working = conversationRow({ turn: 'running' })
const CHANGED: HostEvent = { type: 'conversation.changed', conversation: working }

function setUp(timeoutSeconds: number | null = null) {
  const clock = createManualClock()
  const printed: object[] = []
  const state = {
    rows: {
      conversation: working,
      runs: [],
      questions: [],
      breaker: null,
      isPaused: false,
      entries: [],
    } as JobRows,
    stops: 0,
    reads: 0,
  }
  const job = watchJob({
    clock,
    conversationId: working.id,
    timeoutSeconds,
    rows() {
      state.reads++
      return state.rows
    },
    stop: async () => void state.stops++,
    print: (line) => printed.push(line),
  })
  const become = (rows: Partial<JobRows>): void => {
    state.rows = { ...state.rows, ...rows }
    job.onEvent(CHANGED)
  }
  return { ...job, clock, printed, state, become }
}

test('nothing is over before the job has begun', async () => {
  const { become, begun, ended, printed } = setUp()
  become({ conversation: conversationRow() })
  await new Promise((resolve) => setImmediate(resolve))
  expect(printed).toEqual([])

  begun()

  expect((await ended).state.name).toBe('done')
})

test('the result is printed once, and nothing after it', async () => {
  const { become, begun, ended, printed, onEvent } = setUp()
  begun()
  for (let events = 0; events < 3; events++) become({ conversation: conversationRow() })
  await ended
  onEvent({ type: 'run.changed', run: runRow() })
  await new Promise((resolve) => setImmediate(resolve))

  expect(printed).toMatchObject([{ type: 'result', error: null }])
})

test('only what belongs to the job is printed', () => {
  const { printed, onEvent } = setUp()

  onEvent({ type: 'run.changed', run: runRow({ conversationId: 'another' }) })
  onEvent({ type: 'run.changed', run: runRow({ state: 'queued' }) })

  expect(printed).toMatchObject([{ type: 'delegation', run: 'run_1', id: 'delegation_1', state: 'queued' }])
})

test('when the time is over all is stopped, and results that nobody takes are not waited for', async () => {
  const { become, begun, ended, clock, state, printed } = setUp(10)
  become({ runs: [runRow()] })
  begun()

  await clock.pass(10_000)
  expect(state.stops).toBe(1)
  expect(printed).toEqual([])
  become({
    conversation: conversationRow({ pendingDeliveries: 1 }),
    runs: [runRow({ state: 'stopped', exitReason: 'stopped', endedAt: 1 })],
  })

  expect((await ended).error).toMatchObject({ code: 'timed_out', details: { seconds: 10 } })
  expect(printed).toMatchObject([{ type: 'result', error: { code: 'timed_out' } }])
})

test('a job that has to end while the disk is full does not wait for room, and says why', async () => {
  const { begun, ended, interrupt, onEvent, printed, state } = setUp()
  begun()
  onEvent({ type: 'disk.changed', full: { path: '/data', since: 0 } })
  await new Promise((resolve) => setImmediate(resolve))
  expect(printed).toEqual([])

  interrupt()

  expect((await ended).error).toEqual({ code: 'disk_full', details: { path: '/data' } })
  expect(state.stops).toBe(1)
})

test('a job whose end finds the disk full does not wait for room either', async () => {
  const { begun, ended, interrupt, onEvent } = setUp()
  begun()
  interrupt()
  onEvent({ type: 'disk.changed', full: { path: '/data', since: 0 } })

  expect((await ended).error).toMatchObject({ code: 'disk_full' })
})

test('a job that ends in time is not stopped', async () => {
  const { become, begun, ended, clock, state } = setUp(10)
  begun()
  become({ conversation: conversationRow() })
  await ended

  await clock.pass(20_000)

  expect(state.stops).toBe(0)
})

test('words that stream in are no reason to look at the rows, and changes that come together are looked at once', async () => {
  const { begun, onEvent, state } = setUp()
  begun()
  const delta = { text: 'word ', thinking: '', reset: false }
  for (let words = 0; words < 100; words++)
    onEvent({ type: 'turn.streamed', conversationId: working.id, ...delta })
  await new Promise((resolve) => setImmediate(resolve))
  expect(state.reads).toBe(1)

  for (let changes = 0; changes < 3; changes++) onEvent(CHANGED)
  await new Promise((resolve) => setImmediate(resolve))
  expect(state.reads).toBe(2)
})

test('rows that move all the time are read once in a while, and for the last time after the last move', async () => {
  const { become, begun, clock, ended, state } = setUp()
  begun()
  for (let turns = 0; turns < 10; turns++) {
    become({})
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(state.reads).toBe(2)
  become({ conversation: conversationRow() })

  clock.advance(LOOK_MS)

  expect((await ended).state.name).toBe('done')
  expect(state.reads).toBe(3)
})
