import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { BudgetView } from '../../../shared/budget.ts'
import { RunId } from '../../../shared/ids.ts'
import { Settings } from '../../../shared/settings.ts'
import { HOUR, startOfDay, startOfNextDay } from '../../platform/clock.ts'
import { addConversation, metered } from '../../testing/ledger-rows.ts'
import { openTemporaryLedger, type TemporaryLedger } from '../../testing/temporary-ledger.ts'
import { openBudgets } from './budgets.ts'

const MILLION = 1_000_000

type Parts = { readonly isAttended?: boolean; readonly place?: TemporaryLedger; readonly settings?: Settings }

async function setUp({
  isAttended = true,
  place = openTemporaryLedger(),
  settings = Settings.parse({}),
}: Parts = {}) {
  const told: BudgetView[] = []
  const changes: BudgetView[][] = []
  const { ledger, clock } = place
  const budgets = openBudgets({
    ...{ ledger, clock, isAttended },
    settings: () => settings,
    onChanged: () => void changes.push(budgets.open()),
    onSpent: (budget) => void told.push(budget),
  })
  onTestFinished(() => budgets[Symbol.dispose]())
  const { id } = await addConversation(place)
  const spend = (amount: number, conversationId = id): Promise<void> =>
    ledger.journal.charge({ conversationId, run: null, model: 'model', usage: metered(amount) })
  return { ...place, budgets, settings, told, changes, id, spend }
}
type Scene = Awaited<ReturnType<typeof setUp>>

/** An agent at its next step; `log` says what becomes of it. */
function step({ budgets, id }: Scene, runId: RunId | null = RunId.parse('run_1')) {
  const log: string[] = []
  const stop = new AbortController()
  const agent = {
    conversationId: id,
    runId,
    park: async () => void log.push('parked'),
    unpark: async () => void log.push('goes on'),
  }
  const passed = budgets.pass(agent, stop.signal).then(() => void log.push('passed'))
  return { log, passed, stop }
}
const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('dollars count where a price is known, tokens where it is not, and each for itself', async () => {
  const scene = await setUp()
  scene.prices.set('model', { input: 1, cached: 1, output: 1 })
  await scene.spend(24 * MILLION)
  scene.prices.clear()
  await scene.spend(9 * MILLION)
  expect(scene.budgets.open()).toMatchObject([
    {
      state: 'warned',
      today: { micros: 24 * MILLION, tokens: 9 * MILLION },
      limit: { micros: 25 * MILLION, tokens: 10 * MILLION },
    },
  ])

  await scene.spend(MILLION)

  expect(scene.budgets.isSpent(scene.id)).toBe(true)
})

test.each([
  [1.9, 'ok'],
  [2, 'warned'],
  [9.9, 'warned'],
  [10, 'spent'],
])('%d million tokens without a price stand as %s', async (millions, state) => {
  const scene = await setUp()
  await scene.spend(millions * MILLION)

  expect(scene.budgets.open()[0]?.state ?? 'ok').toBe(state)
  expect(scene.budgets.isSpent(scene.id)).toBe(state === 'spent')
})

test('one conversation pays nothing for another', async () => {
  const scene = await setUp()
  const other = await addConversation(scene)
  await scene.spend(10 * MILLION, other.id)

  expect(scene.budgets.isSpent(scene.id)).toBe(false)
  expect(scene.budgets.open().map(({ conversationId }) => conversationId)).toEqual([other.id])
})

test('below the limit a step passes at once', async () => {
  const scene = await setUp()
  await scene.spend(9 * MILLION)
  const { log, passed } = step(scene)
  await passed

  expect(log).toEqual(['passed'])
  expect(scene.told).toEqual([])
})

test('a warning is said once on the way, not at each step', async () => {
  const scene = await setUp()
  await scene.spend(2 * MILLION)
  for (let steps = 0; steps < 5; steps++) await step(scene).passed

  expect(scene.changes).toHaveLength(1)
  expect(scene.changes[0]).toMatchObject([{ state: 'warned' }])
})

test('a spent budget parks all who come to their next step, is told once, and a raise lets all go on', async () => {
  const scene = await setUp()
  await scene.spend(10 * MILLION)
  const agents = [step(scene, null), step(scene, RunId.parse('run_1')), step(scene, RunId.parse('run_2'))]
  await turns()
  expect(agents.map(({ log }) => log)).toEqual(Array(3).fill(['parked']))
  expect(scene.told).toMatchObject([{ state: 'spent' }])
  expect(scene.budgets.open()).toMatchObject([{ waiting: { turns: 1, runs: 2 } }])

  await scene.budgets.raise(scene.id)
  await Promise.all(agents.map(({ passed }) => passed))

  expect(agents[0]?.log).toEqual(['parked', 'goes on', 'passed'])
  expect(scene.budgets.open()).toMatchObject([
    { state: 'warned', limit: { tokens: 20 * MILLION }, waiting: { turns: 0, runs: 0 } },
  ])
  await scene.spend(10 * MILLION)
  const again = step(scene)
  await turns()
  expect(again.log).toEqual(['parked'])
  expect(scene.told).toHaveLength(2)
})

test('who waited leaves nothing behind on its signal', async () => {
  const scene = await setUp()
  await scene.spend(10 * MILLION)
  const { passed, stop } = step(scene)
  await turns()
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)

  await scene.budgets.raise(scene.id)
  await passed

  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
})

test('a raise holds for its day and over a restart', async () => {
  const scene = await setUp()
  await scene.spend(10 * MILLION)
  await scene.budgets.raise(scene.id)

  const next = await setUp({ place: scene.nextBoot() })
  expect(next.budgets.isSpent(scene.id)).toBe(false)

  scene.clock.advance(24 * HOUR)
  await scene.spend(10 * MILLION)
  expect(scene.budgets.isSpent(scene.id)).toBe(true)
})

test('what was spent counts over a restart', async () => {
  const scene = await setUp()
  await scene.spend(10 * MILLION)

  const next = await setUp({ place: scene.nextBoot() })

  expect(next.budgets.isSpent(scene.id)).toBe(true)
})

test('another day begins where the computer is, and whoever waits goes on by itself', async () => {
  const scene = await setUp()
  const midnight = startOfNextDay(scene.clock.now())
  expect(new Date(midnight).getHours()).toBe(0)
  expect(startOfDay(midnight)).toBe(midnight)
  await scene.spend(10 * MILLION)
  const { log, passed } = step(scene)
  await turns()

  scene.clock.advance(midnight - scene.clock.now() - 1)
  await turns()
  expect(log).toEqual(['parked'])
  scene.clock.advance(1)
  await passed

  expect(log).toEqual(['parked', 'goes on', 'passed'])
})

test('a higher setting lets go on at once, a lower one holds at the next step', async () => {
  const scene = await setUp()
  await scene.spend(10 * MILLION)
  const { passed } = step(scene)
  await turns()

  scene.settings.budgets.pauseMillionTokens = 20
  scene.budgets.look()
  await passed
  scene.settings.budgets.pauseMillionTokens = 5
  scene.budgets.look()
  const later = step(scene)
  await turns()

  expect(later.log).toEqual(['parked'])
})

test('who is stopped waits no longer', async () => {
  const scene = await setUp()
  await scene.spend(10 * MILLION)
  const { log, passed, stop } = step(scene)
  await turns()

  stop.abort()
  await passed

  expect(log).toEqual(['parked', 'goes on', 'passed'])
  expect(scene.budgets.open()).toMatchObject([{ state: 'spent', waiting: { runs: 0 } }])
})

test('where nobody could raise it a step fails instead of waiting', async () => {
  const scene = await setUp({ isAttended: false })
  await scene.spend(10 * MILLION)

  await expect(step(scene).passed).rejects.toMatchObject({ code: 'budget_spent' })
})
