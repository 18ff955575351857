import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { approvalRow, conversationRow, runRow } from '../../testing/rows.ts'
import { createSystemTexts } from '../texts.ts'
import type { Notice } from './notice.ts'
import { createNotifier, GATHER_MS } from './notifier.ts'

function setup({ lookedAt = '', off = '' }: { lookedAt?: string; off?: string } = {}) {
  const clock = createManualClock()
  const shown: (Notice & { isUpdate: boolean; isOpen: boolean })[] = []
  const notifier = createNotifier({
    clock,
    texts: createSystemTexts(() => 'en'),
    switches: () => ({ ...DEFAULT_SETTINGS.notifications, ...(off && { [off]: false }) }),
    isLookedAt: (id) => id === lookedAt,
    show(notice, isUpdate) {
      const notification = { ...notice, isUpdate, isOpen: true }
      shown.push(notification)
      return { [Symbol.dispose]: () => void (notification.isOpen = false) }
    },
  })
  return { clock, notifier, shown, open: () => shown.filter(({ isOpen }) => isOpen) }
}

const done = (delegationId: string, more = {}) => [
  runRow({ id: `run_of_${delegationId}`, delegationId, state: 'completed', endedAt: 65_000, ...more }),
]

test('a finished delegation is told at once, and a click will open its run', () => {
  const { notifier, shown } = setup()

  notifier.delegationEnded(done('d1'))

  expect(shown).toMatchObject([
    {
      kind: 'finished',
      title: 'A job is done',
      body: 'Count the boats: done after 1:05',
      conversationId: 'conversation_1',
      runId: 'run_of_d1',
    },
  ])
})

test('three children of one call are one notification, which names what failed', () => {
  const { notifier, shown } = setup()
  const [first, second, third] = ['r1', 'r2', 'r3'].map((id) =>
    runRow({ id, state: 'completed', endedAt: 1 }),
  )

  notifier.delegationEnded([first, { ...second, state: 'failed' as const }, third].map((run) => runRow(run)))

  expect(shown).toMatchObject([{ kind: 'failed', title: '2 done, 1 failed', runId: null }])
})

test("a grandchild's end and a stop by a person are not told", () => {
  const { notifier, shown } = setup()

  notifier.delegationEnded(done('d1', { parentRunId: 'run_parent', depth: 2 }))
  notifier.delegationEnded(done('d2', { state: 'stopped' }))
  notifier.turnEnded(conversationRow({ failure: { code: 'stopped', details: {} } }))
  notifier.turnEnded(conversationRow())

  expect(shown).toEqual([])
})

test('nothing is told of the conversation that a person looks at, and all of the others', () => {
  const { notifier, shown } = setup({ lookedAt: 'conversation_1' })

  notifier.delegationEnded(done('d1'))
  notifier.approvalChanged(approvalRow())
  expect(shown).toEqual([])

  notifier.delegationEnded(done('d2', { conversationId: 'conversation_2' }))
  expect(shown).toHaveLength(1)
})

test.each([
  ['finished', (notifier: ReturnType<typeof createNotifier>) => notifier.delegationEnded(done('d1'))],
  ['needsYou', (notifier: ReturnType<typeof createNotifier>) => notifier.approvalChanged(approvalRow())],
  [
    'failed',
    (notifier: ReturnType<typeof createNotifier>) =>
      notifier.turnEnded(conversationRow({ failure: { code: 'model_unreachable', details: {} } })),
  ],
])('the switch %s turns its kind off, and that alone', (off, act) => {
  const silent = setup({ off })
  const loud = setup()

  act(silent.notifier)
  act(loud.notifier)

  expect(silent.shown).toEqual([])
  expect(loud.shown).toMatchObject([{ kind: off }])
})

test('several within five seconds end up as one', () => {
  const { clock, notifier, shown, open } = setup()

  for (const id of ['d1', 'd2', 'd3', 'd4', 'd5']) {
    notifier.delegationEnded(done(id))
    clock.advance(500)
  }
  clock.advance(GATHER_MS)

  expect(shown).toHaveLength(2)
  expect(open()).toMatchObject([{ title: '5 jobs are done', isUpdate: true, runId: 'run_of_d5' }])
})

test('one notification of several says how many ended well and how many did not', () => {
  const { clock, notifier, open } = setup()

  notifier.delegationEnded(done('d1'))
  notifier.delegationEnded([...done('d2'), ...done('d2', { id: 'run_bad', state: 'timed_out' })])
  clock.advance(GATHER_MS)

  expect(open()).toMatchObject([{ kind: 'failed', title: '2 done, 1 failed' }])
})

test('what comes after the five seconds is a notification of its own', () => {
  const { clock, notifier, open } = setup()

  notifier.delegationEnded(done('d1'))
  clock.advance(GATHER_MS)
  notifier.delegationEnded(done('d2'))
  clock.advance(GATHER_MS)

  expect(open()).toMatchObject([{ runId: 'run_of_d1' }, { runId: 'run_of_d2' }])
})

test('a question does not wait for others', () => {
  const { notifier, open } = setup()

  notifier.delegationEnded(done('d1'))
  notifier.approvalChanged(approvalRow())

  expect(open()).toMatchObject([{ kind: 'needsYou' }])
})

test('an answered question takes its notification away, at any time', () => {
  const { clock, notifier, shown, open } = setup()

  notifier.approvalChanged(approvalRow())
  expect(open()).toHaveLength(1)
  clock.advance(10 * GATHER_MS)
  notifier.approvalChanged(approvalRow({ state: 'allowed' }))

  expect(open()).toEqual([])
  expect(shown).toHaveLength(1)
})

test('a question answered while others gather is not told with them', () => {
  const { clock, notifier, open } = setup()

  notifier.delegationEnded(done('d1'))
  notifier.approvalChanged(approvalRow())
  notifier.approvalChanged(approvalRow({ state: 'denied' }))
  clock.advance(GATHER_MS)

  expect(open()).toMatchObject([{ kind: 'finished', title: 'A job is done' }])
})
