import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, recall, say, script, scripted } from '../../testing/script/write-script.ts'
import { MODEL_NAME } from '../../../../e2e/fixtures/model-server.ts'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { metered } from '../../testing/ledger-rows.ts'
import { createManualClock } from '../../testing/manual-clock.ts'

/** The date of the ledger's rows, and time that really passes. */
const clock = { ...systemClock, now: createManualClock().now }

const TOKEN = /token_\w+/
const states = ({ runs }: CrewBench, id: ConversationId): string[] => runs(id).map(({ state }) => state)
const twoSteps = (gate: string, word: string): object => ({
  goal: scripted('Look, then say.', [`gate ${gate}`, call('list_files', {})], say(word)),
})
const handing = (...tasks: object[]): string =>
  script(call('delegate', { tasks }), say('At work.'), recall(TOKEN))

/** Somebody spends it all at once: each token costs so much. */
const spendAll = ({ ledger }: CrewBench, conversationId: ConversationId): Promise<void> =>
  ledger.journal.charge({
    ...{ conversationId, run: null, model: 'another' },
    usage: metered(10_000_000),
  })

async function spentAmongTwo(): Promise<CrewBench & { id: ConversationId; words: string[] }> {
  const bench = await openCrew({ clock, delegation: { maxConcurrentRuns: 2 } })
  const words = [1, 2, 3].map(() => randomIds.next('token'))
  const { id } = await bench.say(handing(...words.map((word, index) => twoSteps(`g${index}`, word))))
  await eventually(() => expect(states(bench, id)).toEqual(['running', 'running', 'queued']))
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))
  await eventually(() => expect(bench.models.calls).toHaveLength(4)) // two of the conversation, and each run asks
  await spendAll(bench, id)
  for (const gate of ['g0', 'g1', 'g2']) bench.models.gates.open(gate)
  await eventually(() => expect(states(bench, id)).toEqual(['waiting', 'waiting', 'queued']))
  return { ...bench, id, words }
}

test('a spent budget: runs wait at their next step, queued ones are not started, nothing new is taken on, one notice', async () => {
  const bench = await spentAmongTwo()
  const { id } = bench
  bench.delegation.pump()

  expect(states(bench, id)).toEqual(['waiting', 'waiting', 'queued'])
  expect(bench.runs(id).map(({ steps }) => steps)).toEqual([1, 1, 0])
  expect(bench.budgetNotices).toMatchObject([{ conversationId: id, state: 'spent' }])
  expect(bench.budgets.open()).toMatchObject([{ state: 'spent', waiting: { runs: 2, turns: 0 } }])
  await expect(
    bench.delegation
      .delegatorFor({ ...{ conversationId: id, runId: null, depth: 0, path: null }, folder: null, tools: [] })
      .start({
        tasks: [{ goal: 'Count the boats' }],
        independent: false,
        answerId: null,
        callIndex: 9,
      }),
  ).rejects.toThrow('budget')
})

test('one click lets all of it go on for today, with nothing lost', async () => {
  const bench = await spentAmongTwo()
  const { id } = bench

  await bench.budgets.raise(id)
  await bench.settled(id)

  expect(states(bench, id)).toEqual(['completed', 'completed', 'completed'])
  expect(bench.runs(id).map(({ attempt, steps }) => [attempt, steps])).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ])
  expect(bench.contents(id).at(-1)).toMatchObject({ text: bench.words.join(' ') })
  expect(bench.budgetNotices).toHaveLength(1)
})

test('what waits for its budget can be stopped, and what it did comes back', async () => {
  const bench = await spentAmongTwo()

  await bench.stopEverything(bench.id)
  await eventually(() => expect(states(bench, bench.id)).toEqual(['stopped', 'stopped', 'stopped']))

  expect(bench.runs(bench.id)[0]?.result?.steps).toBe(1)
  expect(bench.budgets.open()).toMatchObject([{ waiting: { runs: 0 } }])
})

test('over a restart what waited for its budget is queued, and stays so until it may go on', async () => {
  const bench = await spentAmongTwo()
  await bench.quit()

  const next = await bench.restart()
  expect(states(next, bench.id)).toEqual(['queued', 'queued', 'queued'])
  expect(next.children).toEqual([])
  await next.budgets.raise(bench.id)
  await eventually(() => expect(states(next, bench.id)).toEqual(['completed', 'completed', 'completed']))

  expect(next.runs(bench.id).map(({ attempt }) => attempt)).toEqual([2, 2, 1])
})

test('an answer waits at its next step, too, and results do not wake a conversation whose budget is spent', async () => {
  const bench = await openCrew({ clock })
  const { id } = await bench.say(script(['gate first', call('list_files', {})], say('Done.')))
  await spendAll(bench, id)
  bench.models.gates.open('first')
  await eventually(() => expect(bench.conversation(id).turn).toBe('waiting'))
  expect(bench.budgets.open()).toMatchObject([{ waiting: { turns: 1 } }])

  await bench.budgets.raise(id)
  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ text: 'Done.' })
})

test('results that come in when the budget is spent wait in the inbox', async () => {
  const bench = await openCrew({ clock })
  const word = randomIds.next('token')
  const { id } = await bench.say(handing({ goal: scripted('Say it.', ['gate g', say(word)]) }))
  await eventually(() => expect(bench.conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 1 }))
  await spendAll(bench, id)

  bench.models.gates.open('g')
  await eventually(() => expect(bench.conversation(id)).toMatchObject({ liveRuns: 0, pendingDeliveries: 1 }))

  expect(bench.conversation(id).turn).toBe('idle')
  expect(bench.runs(id)[0]?.result?.summary).toBe(word)
})

test('with nobody to raise it a spent budget is an end like any other, for all that works and all that waits', async () => {
  const bench = await openCrew({ clock, isAttended: false, delegation: { maxConcurrentRuns: 1 } })
  const { id } = await bench.say(handing(twoSteps('g', 'never'), twoSteps('h', 'never')))
  await eventually(() => expect(bench.models.calls).toHaveLength(3)) // the last of them is the first run's
  await spendAll(bench, id)
  bench.models.gates.open('g')
  await eventually(() => expect(states(bench, id)).toEqual(['failed', 'failed']))
  await eventually(() =>
    expect(bench.conversation(id)).toMatchObject({ turn: 'idle', failure: { code: 'budget_spent' } }),
  )

  expect(bench.runs(id).map(({ result }) => [result?.error?.code, result?.steps])).toEqual([
    ['budget_spent', 1],
    ['budget_spent', 0],
  ])
  expect(bench.budgetNotices).toHaveLength(1)
})

test('the cost of a run and of its whole conversation is what its calls cost, each with its path', async () => {
  const bench = await openCrew({ clock })
  bench.prices.set(MODEL_NAME, { input: 1, cached: 1, output: 1 })
  const { id } = await bench.say(handing({ goal: scripted('Say it.', say(randomIds.next('token'))) }))
  await bench.settled(id)

  const { usage, cost } = bench.conversation(id)
  const [run] = bench.runs(id)
  const own = bench.ledger.query.modelCalls.ofAgent(id, '')
  expect(cost).toEqual({ micros: usage.input + usage.output, known: true, estimated: false })
  expect(run?.cost.micros).toBeGreaterThan(0)
  expect((run?.cost.micros ?? 0) + own.cost.micros).toBe(cost.micros)
  expect(run?.result?.cost).toEqual(run?.cost)
})

test('an endpoint that says nothing of what its answers take reaches a budget all the same', async () => {
  const bench = await openCrew({ clock })
  bench.models.stopReporting()
  bench.prices.set(MODEL_NAME, { input: 1_000_000, cached: 1_000_000, output: 1_000_000 }) // a dollar a token
  const { id } = await bench.say(handing({ goal: scripted('Say it.', say(randomIds.next('token'))) }))
  await eventually(() => expect(bench.budgetNotices).toMatchObject([{ conversationId: id, state: 'spent' }]))

  expect(bench.budgets.open()).toMatchObject([{ state: 'spent', today: { estimated: true } }])
  expect(bench.conversation(id).cost).toMatchObject({ known: false, estimated: true })
})

test('what was never reported stands in a row a call, of the conversation and of its runs', async () => {
  const bench = await openCrew({ clock })
  bench.models.stopReporting()
  const { id } = await bench.say(handing({ goal: scripted('Say it.', say(randomIds.next('token'))) }))
  await bench.settled(id)

  const [run] = bench.runs(id)
  const own = bench.ledger.query.modelCalls.ofAgent(id, '')
  for (const { usage, cost } of [own, run ?? own]) {
    expect(usage.input).toBeGreaterThan(100)
    expect(usage.output).toBeGreaterThan(0)
    expect(cost).toEqual({ micros: 0, known: false, estimated: true })
  }
  expect(run?.result?.cost).toEqual(run?.cost)
})
