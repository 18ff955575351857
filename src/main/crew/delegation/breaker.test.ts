import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RefusalCode } from '../../../shared/breaker.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { createNodeLauncher } from '../../platform/node-child.ts'
import { randomIds } from '../../platform/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { serveWorker } from '../worker/serve-worker.ts'
import { runOutOfCredits, spending } from '../../testing/spending.ts'
import { FINAL_FAULTS, PASSING_FAULTS } from '../../testing/script/faults.ts'
import { call, recall, say, script, scripted } from '../../testing/script/write-script.ts'

const NODE = join(import.meta.dirname, '../../../../node_modules/.bin/node')
const WORKER = join(import.meta.dirname, '../worker/entry.ts')

const token = (): string => randomIds.next('token')
const TOKEN = /token_\w+/
const delegating = (tasks: readonly object[]): string =>
  script(call('delegate', { tasks }), say('At work.'), recall(TOKEN))

/** It has done something before it is refused, and says its word after. */
const refused = (word: string, refusal: string): { goal: string } => ({
  goal: scripted('Say it.', call('list_files', {}), [`first 1 ${refusal}`, say(word)]),
})
const states = ({ runs }: CrewBench, id: ConversationId): string[] => runs(id).map(({ state }) => state)
const steps = ({ runs }: CrewBench, id: ConversationId): number[] => runs(id).map((run) => run.steps)

test('eight children when credits run out: one breaker, one notice, nothing lost, resumed by one call', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 8 } })
  const tokens = Array.from({ length: 8 }, token)

  const { id } = await bench.say(delegating(tokens.map((word) => spending(word))))
  await runOutOfCredits(bench, 8)
  await eventually(() => expect(states(bench, id)).toEqual(Array(8).fill('waiting')))

  expect(bench.breakers.open()).toMatchObject([{ code: 'model_no_credit', waiting: { turns: 0, runs: 8 } }])
  expect(bench.notices).toHaveLength(1)
  expect(steps(bench, id)).toEqual(Array(8).fill(1))

  for (const breaker of bench.breakers.open()) bench.breakers.resume(breaker.id)
  await bench.settled(id)

  expect(states(bench, id)).toEqual(Array(8).fill('completed'))
  expect(bench.runs(id).map(({ attempt }) => attempt)).toEqual(Array(8).fill(1))
  expect(steps(bench, id)).toEqual(Array(8).fill(2))
  expect(bench.contents(id).at(-1)).toMatchObject({ text: tokens.join(' ') })
  expect(bench.notices).toHaveLength(1)
  expect(bench.breakers.open()).toEqual([])
}, 15_000)

test('what is queued is not started behind an open breaker, though places are free', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 1 } })
  const tokens = [token(), token()]
  const [first = '', second = ''] = tokens

  const { id } = await bench.say(
    delegating([refused(first, 'status 402'), { goal: scripted('Say it.', say(second)) }]),
  )
  await eventually(() => expect(states(bench, id)).toEqual(['waiting', 'queued']))
  bench.delegation.pump()
  expect(states(bench, id)).toEqual(['waiting', 'queued'])

  for (const breaker of bench.breakers.open()) bench.breakers.resume(breaker.id)
  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ text: tokens.join(' ') })
})

test('a sibling that comes to its next step behind an open breaker asks nothing there', async () => {
  const bench = await openCrew()
  const tokens = [token(), token()]
  const [first = '', second = ''] = tokens
  const busy = scripted('Take long.', ['gate begun', call('list_files', {})], say(second))

  const { id } = await bench.say(delegating([{ goal: busy }, refused(first, 'status 402')]))
  await eventually(() => expect(states(bench, id)).toEqual(['running', 'waiting']))
  const asked = bench.models.calls.length
  bench.models.gates.open('begun')
  await eventually(() => expect(states(bench, id)).toEqual(['waiting', 'waiting']))

  expect(bench.models.calls).toHaveLength(asked)
  expect(bench.breakers.open()).toMatchObject([{ waiting: { turns: 0, runs: 2 } }])
  expect(bench.notices).toHaveLength(1)

  for (const breaker of bench.breakers.open()) bench.breakers.resume(breaker.id)
  await bench.settled(id)
  expect(bench.contents(id).at(-1)).toMatchObject({ text: [second, first].join(' ') })
  expect(steps(bench, id)).toEqual([2, 2])
})

test('a message that a person sends is asked all the same, and its answer lets everybody go on', async () => {
  const bench = await openCrew()
  const tokens = [token(), token()]
  const { id } = await bench.say(delegating(tokens.map((word) => spending(word))))
  await runOutOfCredits(bench, 2)
  await eventually(() => expect(states(bench, id)).toEqual(['waiting', 'waiting']))

  const other = await bench.say(script(say('paid')))
  await bench.settled(other.id)
  await bench.settled(id)

  expect(bench.contents(other.id).at(-1)).toMatchObject({ text: 'paid' })
  expect(states(bench, id)).toEqual(['completed', 'completed'])
  expect(bench.notices).toHaveLength(1)
})

test('a message that is refused waits with the others, and that is no news', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(delegating([refused(token(), 'status 402')]))
  await eventually(() => expect(states(bench, id)).toEqual(['waiting']))
  const asked = bench.models.calls.length

  const other = await bench.say(script(['first 1 status 402', say('paid')]))
  await eventually(() => expect(bench.conversation(other.id).turn).toBe('waiting'))

  expect(bench.models.calls).toHaveLength(asked + 1)
  expect(bench.breakers.open()).toMatchObject([{ waiting: { turns: 1, runs: 1 } }])
  expect(bench.notices).toHaveLength(1)
})

test('what comes in behind an open breaker is not asked about until it is closed', async () => {
  const bench = await openCrew()
  const [word, late] = [token(), token()]
  const tasks = [{ goal: scripted('Say it.', ['gate late', say(late)]) }, refused(word, 'status 402')]
  const { id } = await bench.say(
    script(call('delegate', { tasks, independent: true }), say('At work.'), recall(TOKEN), recall(TOKEN)),
  )
  await eventually(() => expect(bench.breakers.open()).toMatchObject([{ waiting: { turns: 0, runs: 1 } }]))
  const asked = bench.models.calls.length
  bench.models.gates.open('late')
  await eventually(() => expect(bench.conversation(id).turn).toBe('waiting'))

  expect(bench.models.calls).toHaveLength(asked)
  expect(bench.breakers.open()).toMatchObject([{ waiting: { turns: 1, runs: 1 } }])

  for (const breaker of bench.breakers.open()) bench.breakers.resume(breaker.id)
  await bench.settled(id)
  expect(states(bench, id)).toEqual(['completed', 'completed'])
})

test('a run behind a breaker can be stopped, and what it did comes back', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(delegating([refused('never', 'status 401')]))
  await eventually(() => expect(states(bench, id)).toEqual(['waiting']))

  await bench.delegation.stopAll(id)
  await bench.settled(id)

  expect(bench.runs(id)[0]).toMatchObject({ state: 'stopped', result: { steps: 1 } })
  expect(bench.breakers.open()).toEqual([])
})

test('a run that waited when the app went asks anew after the next start, at no cost of a restart', async () => {
  const bench = await openCrew()
  const word = token()
  const { id } = await bench.say(delegating([refused(word, 'status 402')]))
  await eventually(() => expect(states(bench, id)).toEqual(['waiting']))
  await bench.quit()

  const next = await bench.restart()
  await eventually(() => expect(states(next, id)).toEqual(['completed']))

  const [run] = next.runs(id)
  expect(run).toMatchObject({ attempt: 2, steps: 2, result: { summary: word } })
  expect(run && next.ledger.query.runs.find(run.id)?.restarts).toBe(0)
})

test('with nobody to see to it runs wait all the same, nothing more begins, and an own answer gives up', async () => {
  const bench = await openCrew({ isAttended: false, delegation: { maxConcurrentRuns: 1 } })

  const tasks = [refused('never', 'status 402'), { goal: scripted('Say it.', say('never')) }]
  const { id } = await bench.say(script(call('delegate', { tasks, wait: true }), say('never')))
  await eventually(() => expect(states(bench, id)).toEqual(['waiting', 'queued']))
  const asked = bench.models.calls.length
  bench.delegation.pump()
  await bench.conversations.stop(id) // its answer waits for them, and goes on now
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))

  expect(states(bench, id)).toEqual(['waiting', 'queued'])
  expect(bench.models.calls).toHaveLength(asked)
})

test('a refusal of an old key is old news: the run goes on with the new one, and nothing waits', async () => {
  const bench: CrewBench = await openCrew({
    program(options) {
      bench.changeKey('another') // after the run was given the old one
      serveWorker(options)
    },
  })
  const word = token()
  const { id } = await bench.say(
    delegating([{ goal: scripted('Say it.', ['first 1 status 401', say(word)]) }]),
  )
  await bench.settled(id)

  expect(bench.runs(id)[0]).toMatchObject({ state: 'completed', result: { summary: word } })
  const keys = bench.models.calls.map(({ headers }) => headers.authorization)
  expect(keys).toContain('Bearer another')
  expect(bench.notices).toEqual([])
})

test('in real workers over real HTTP what passes is tried again, and what does not is told', async () => {
  const bench = await openCrew({
    isAttended: false,
    launch: createNodeLauncher({ entry: WORKER, node: NODE }),
    delegation: { maxConcurrentRuns: 4, maxTasksPerCall: 20 },
  })
  const words = PASSING_FAULTS.map(token)
  const passing = PASSING_FAULTS.map((fault, index) => ({
    goal: scripted('Say it.', [`first 1 ${fault}`, say(words[index] ?? '')]),
  }))
  const ends = FINAL_FAULTS.filter(([, code]) => !RefusalCode.safeParse(code).success)
  const final = ends.map(([fault]) => ({ goal: scripted('Fail.', fault) }))

  const { id } = await bench.say(delegating([...passing, ...final]))
  await expect
    .poll(() => bench.runs(id).filter(({ result }) => result !== null).length, { timeout: 40_000 })
    .toBe(PASSING_FAULTS.length + ends.length)

  expect(bench.runs(id).map(({ result }) => result?.error?.code ?? result?.summary)).toEqual([
    ...words,
    ...ends.map(([, code]) => code),
  ])
}, 60_000)

for (const [fault, code] of FINAL_FAULTS.filter(([, each]) => RefusalCode.safeParse(each).success)) {
  test(`in a real worker "${fault}" waits behind a breaker that says ${code}`, async () => {
    const bench = await openCrew({ launch: createNodeLauncher({ entry: WORKER, node: NODE }) })

    const { id } = await bench.say(delegating([refused('never', fault)]))
    await eventually(() => expect(states(bench, id)).toEqual(['waiting']))

    expect(bench.breakers.open()).toMatchObject([{ code, waiting: { turns: 0, runs: 1 } }])
  })
}
