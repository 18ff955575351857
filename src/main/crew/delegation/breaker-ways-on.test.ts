import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { systemClock, type Clock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { runOutOfCredits, spending } from '../../testing/spending.ts'
import { call, recall, say, script } from '../../testing/script/write-script.ts'

const TOKEN = /token_\w+/
const wordsOf = (count: number): string[] => Array.from({ length: count }, () => randomIds.next('token'))
const delegating = (tasks: readonly object[]): string =>
  script(call('delegate', { tasks }), say('At work.'), recall(TOKEN))

const states = (bench: CrewBench, id: ConversationId): string[] => bench.runs(id).map(({ state }) => state)
const all = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const resume = ({ breakers }: CrewBench): void => breakers.open().forEach(({ id }) => breakers.resume(id))
const restarts = ({ ledger, runs }: CrewBench, id: ConversationId) =>
  runs(id).map((run) => ledger.query.runs.find(run.id)?.restarts)

/** So many children that all wait behind one breaker; `tasks` are theirs and those of whoever comes after them. */
async function allWait(bench: CrewBench, count: number, tasks: readonly object[]): Promise<ConversationId> {
  const { id } = await bench.say(delegating(tasks))
  await runOutOfCredits(bench, count)
  const queued = all(tasks.length - count, 'queued')
  await eventually(() => expect(states(bench, id)).toEqual([...all(count, 'waiting'), ...queued]))
  return id
}

/** Refused however often it asks. */
const broke = (): { goal: string } => {
  const { goal } = spending('never')
  return { goal: goal.replace('first 1 status', 'first 99 status') }
}

test('who lets eight go on in vain sees the same breaker again: no news, nothing lost', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 8 } })
  const id = await allWait(bench, 8, all(8, broke()))
  const [before] = bench.breakers.open()

  resume(bench)
  await eventually(() => expect(bench.breakers.open()).toMatchObject([{ waiting: { turns: 0, runs: 8 } }]))

  expect(bench.breakers.open()[0]?.id).toBe(before?.id)
  expect(bench.notices).toHaveLength(1)
  await eventually(() => expect(states(bench, id)).toEqual(all(8, 'waiting')))
  expect(bench.runs(id).map(({ attempt, steps }) => [attempt, steps])).toEqual(all(8, [1, 1]))
}, 20_000)

test('eight children go on with another key, each asking with it', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 8 } })
  const words = wordsOf(8)
  const id = await allWait(
    bench,
    8,
    words.map((word) => spending(word, 'status 401 revoked')),
  )
  const asked = bench.models.calls.length

  bench.changeKey('another')
  resume(bench)
  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ text: words.join(' ') })
  const keys = bench.models.calls.slice(asked).map(({ headers }) => headers.authorization)
  expect(new Set(keys)).toEqual(new Set(['Bearer another']))
  expect(bench.notices).toHaveLength(1)
  expect(bench.runs(id).map(({ attempt, steps }) => [attempt, steps])).toEqual(all(8, [1, 2]))
}, 20_000)

test('eight children go on with another model, each asking it', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 8 } })
  const words = wordsOf(8)
  const id = await allWait(
    bench,
    8,
    words.map((word) => spending(word)),
  )
  const asked = bench.models.calls.length

  bench.settings.model.name = 'other-model'
  resume(bench)
  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ text: words.join(' ') })
  const models = bench.models.calls.slice(asked).map(({ body }) => /"model":"([^"]+)"/.exec(body)?.[1])
  expect(new Set(models)).toEqual(new Set(['other-model']))
}, 20_000)

test('one of three that wait can be stopped: the others wait on, and all come back together', async () => {
  const bench = await openCrew()
  const [first, , third] = wordsOf(3)
  const id = await allWait(bench, 3, [spending(first ?? ''), broke(), spending(third ?? '')])

  const [, middle] = bench.runs(id)
  if (middle) await bench.delegation.stopRun(middle.id)
  await eventually(() => expect(states(bench, id)).toEqual(['waiting', 'stopped', 'waiting']))
  expect(bench.breakers.open()).toMatchObject([{ waiting: { turns: 0, runs: 2 } }])

  resume(bench)
  await bench.settled(id)
  expect(bench.runs(id).map(({ state, steps }) => [state, steps])).toEqual([
    ['completed', 2],
    ['stopped', 1],
    ['completed', 2],
  ])
  expect(bench.contents(id).at(-1)).toMatchObject({ text: `${String(first)} ${String(third)}` })
  expect(bench.contents(id).filter(({ kind }) => kind === 'delivery')).toHaveLength(1)
})

for (const [way, leave] of [
  ['quits', (bench: CrewBench) => bench.quit()],
  ['dies', (bench: CrewBench) => Promise.resolve().then(() => bench.crash())],
] as const) {
  test(`when the app ${way} with three waiting and one queued, the next start asks anew and each ends once`, async () => {
    const bench = await openCrew({ delegation: { maxConcurrentRuns: 3 } })
    const words = wordsOf(4)
    const tasks = words.map((word) => spending(word))
    const id = await allWait(bench, 3, [
      ...tasks.slice(0, 3),
      { goal: tasks[3]?.goal.replace('first 1', 'first 0') },
    ])

    await leave(bench)
    const next = await bench.restart()
    await eventually(() => expect(states(next, id)).toEqual(all(4, 'completed')))

    expect(next.notices).toEqual([])
    expect(next.runs(id).map(({ result }) => result?.summary)).toEqual(words)
    expect(next.runs(id).map(({ steps }) => steps)).toEqual(all(4, 2))
    expect(restarts(next, id)).toEqual(all(4, 0))
    expect(next.ledger.query.deliveries.pending(id, null)).toHaveLength(1)
  })

  test(`when the app ${way} and the next start is refused as well: one breaker, one notice, no restart spent`, async () => {
    const bench = await openCrew()
    const id = await allWait(bench, 3, all(3, broke()))

    await leave(bench)
    const next = await bench.restart()
    await eventually(() => expect(next.breakers.open()).toMatchObject([{ waiting: { turns: 0, runs: 3 } }]))

    expect(next.notices).toHaveLength(1)
    await eventually(() => expect(states(next, id)).toEqual(all(3, 'waiting')))
    expect(next.runs(id).map(({ steps }) => steps)).toEqual([1, 1, 1])
    expect(restarts(next, id)).toEqual([0, 0, 0])
  })
}

test('children whose endpoint names a time go on at that time by themselves', async () => {
  const hurried: Clock = { ...systemClock, setTimer: (ms, run) => systemClock.setTimer(ms / 60, run) }
  const bench = await openCrew({ clock: hurried })
  const words = wordsOf(3)
  const id = await allWait(
    bench,
    3,
    words.map((word) => spending(word, 'status 429 retry-after 180 slow down')),
  )
  expect(bench.breakers.open()).toMatchObject([{ code: 'model_rate_limited' }])
  expect(bench.breakers.open()[0]?.resumesAt).not.toBeNull()

  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ text: words.join(' ') })
  expect(bench.notices).toHaveLength(1)
  expect(bench.breakers.open()).toEqual([])
})
