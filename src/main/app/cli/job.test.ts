import { expect, test } from 'vitest'
import { approvalRow, conversationRow, runRow } from '../../testing/rows.ts'
import { answerOf, jobState, type JobRows } from './job.ts'

const FAILURE = { code: 'model_timeout', details: {} } as const
const idle = conversationRow()
const question = approvalRow()
const running = runRow({ state: 'running' })
const waiting = runRow({ state: 'waiting' })
const done = runRow({ state: 'completed', exitReason: 'completed', endedAt: 1 })

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
  ['a run that waits for its endpoint', { runs: [waiting] }, 'working'],
])('%s: %#', (_what, given, state) => {
  expect(jobState(rows(given)).name).toBe(state)
})

test('the answer is the last that the agent said', () => {
  const entry = (content: object) => ({ content }) as never
  const said = (text: string) => entry({ kind: 'assistant', text })

  expect(answerOf([said('one'), said('two'), said(''), entry({ kind: 'user', text: 'thanks' })])).toBe('two')
  expect(answerOf([])).toBe('')
})
