import { expect, test } from 'vitest'
import { BreakerId } from '../../../shared/ids.ts'
import { approvalRow, conversationRow, runRow } from '../../testing/rows.ts'
import { answerOf, jobState, type JobRows } from './job.ts'

const FAILURE = { code: 'model_timeout', details: {} } as const
const idle = conversationRow()
const question = approvalRow()
const running = runRow({ state: 'running' })
const waiting = runRow({ state: 'waiting' })
const done = runRow({ state: 'completed', exitReason: 'completed', endedAt: 1 })

const lasting = {
  id: BreakerId.parse('brk_1'),
  origin: 'https://models.example',
  code: 'model_no_credit',
  details: {},
  since: 0,
  waiting: { turns: 0, runs: 1 },
  resumesAt: null,
} as const
const brief = { ...lasting, resumesAt: 60_000 }
const spent = { ...lasting, resumesAt: 24 * 3_600_000 }
const unreachable = { ...brief, code: 'model_unreachable' } as const

/** An answer whose calls have no results yet. */
const calling = (...names: string[]) =>
  ({
    content: {
      kind: 'assistant',
      toolCalls: names.map((name, id) => ({ id: String(id), name, arguments: '{}' })),
    },
  }) as never

const rows = (given: Partial<JobRows>): JobRows => ({
  conversation: idle,
  runs: [],
  questions: [],
  breaker: null,
  isPaused: false,
  entries: [],
  ...given,
})

test.each<[string, Partial<JobRows>, string]>([
  ['an answer that is being written', { conversation: conversationRow({ turn: 'running' }) }, 'working'],
  ['a run at work', { runs: [running] }, 'working'],
  ['a run in the queue', { runs: [runRow({ state: 'queued' })] }, 'working'],
  ['results on their way', { conversation: conversationRow({ pendingDeliveries: 1 }) }, 'working'],
  ['nothing left to do', { runs: [done] }, 'done'],
  [
    'a turn that asks',
    { conversation: conversationRow({ turn: 'waiting' }), questions: [question] },
    'needs_person',
  ],
  ['a run that asks', { runs: [waiting, done], questions: [question] }, 'needs_person'],
  ['a run that asks while another works', { runs: [waiting, running], questions: [question] }, 'working'],
  ['a question of an earlier start', { questions: [question] }, 'needs_person'],
  ['a failed answer', { conversation: conversationRow({ failure: FAILURE }) }, 'failed'],
  [
    'a failed answer while a run works',
    { conversation: conversationRow({ failure: FAILURE }), runs: [running] },
    'working',
  ],
  [
    'a failed run whose parent went on',
    { runs: [runRow({ state: 'failed', exitReason: 'error', endedAt: 1 })] },
    'done',
  ],
  [
    'a turn that waits for a run that asks',
    {
      conversation: conversationRow({ turn: 'running' }),
      runs: [waiting],
      questions: [question],
      entries: [calling('delegate')],
    },
    'needs_person',
  ],
  [
    'a turn that waits for one run and does something else too',
    {
      conversation: conversationRow({ turn: 'running' }),
      runs: [waiting],
      questions: [question],
      entries: [calling('delegate', 'shell')],
    },
    'working',
  ],
  [
    'a run that waits for a run that asks',
    { runs: [runRow({ state: 'running', waitsForRuns: true }), waiting], questions: [question] },
    'needs_person',
  ],
  ['a run that waits for its endpoint, for a while', { runs: [waiting], breaker: brief }, 'working'],
  ['a run that waits for its endpoint for good', { runs: [waiting], breaker: lasting }, 'refused'],
  ['a run that waits for an endpoint far away', { runs: [waiting], breaker: unreachable }, 'refused'],
  ['a run that waits until tomorrow', { runs: [waiting], breaker: spent }, 'refused'],
  ['a run that may not begin', { runs: [runRow({ state: 'queued' }), waiting], breaker: lasting }, 'refused'],
  ['a run that still works beside one that waits', { runs: [waiting, running], breaker: lasting }, 'working'],
  [
    'a failed answer above a run that waits',
    { conversation: conversationRow({ failure: FAILURE }), runs: [waiting], breaker: lasting },
    'refused',
  ],
  [
    'a run in the queue while delegation is paused',
    { runs: [runRow({ state: 'queued' })], isPaused: true },
    'paused',
  ],
  ['a run at work while delegation is paused', { runs: [running], isPaused: true }, 'working'],
  ['nothing that waits behind a breaker', { runs: [done], breaker: lasting }, 'done'],
])('%s: %#', (_what, given, state) => {
  expect(jobState(rows(given)).name).toBe(state)
})

test('the answer is the last that the agent said', () => {
  const entry = (content: object) => ({ content }) as never
  const said = (text: string) => entry({ kind: 'assistant', text })

  expect(answerOf([said('one'), said('two'), said(''), entry({ kind: 'user', text: 'thanks' })])).toBe('two')
  expect(answerOf([])).toBe('')
})
