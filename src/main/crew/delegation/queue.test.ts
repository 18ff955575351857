import { expect, test } from 'vitest'
import type { HostEvent } from '../../../shared/events.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const waiting = (gate: string): object => ({
  goal: scripted(`Wait for ${gate}.`, [`gate ${gate}`, say(gate)]),
})
const handing = (...gates: readonly string[]): string =>
  script(call('delegate', { tasks: gates.map(waiting) }), say('At work.'), 'echo')

const states = ({ runs }: CrewBench, id: ConversationId): string[] => runs(id).map(({ state }) => state)
const places = ({ runs }: CrewBench, id: ConversationId): (number | null)[] =>
  runs(id).map(({ queuePlace }) => queuePlace)
const become = (bench: CrewBench, id: ConversationId, expected: readonly string[]): Promise<void> =>
  eventually(() => expect(states(bench, id)).toEqual(expected))

/** What windows were told of a run, the last of it. */
const lastTold = ({ events }: CrewBench, runId: string | undefined) =>
  events.findLast(
    (event): event is Extract<HostEvent, { type: 'run.changed' }> =>
      event.type === 'run.changed' && event.run.id === runId,
  )?.run

async function queued(...gates: readonly string[]): Promise<CrewBench & { id: ConversationId }> {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 1 } })
  const { id } = await bench.say(handing(...gates))
  await become(
    bench,
    id,
    gates.map((_, index) => (index === 0 ? 'running' : 'queued')),
  )
  return { ...bench, id }
}
async function finish(bench: CrewBench, id: ConversationId, ...gates: readonly string[]): Promise<void> {
  for (const gate of gates) bench.models.gates.open(gate)
  await bench.settled(id)
}

test('queued runs know their places, and are told when those before them are gone', async () => {
  const bench = await queued('a', 'b', 'c', 'd')
  const { id } = bench
  expect(places(bench, id)).toEqual([null, 1, 2, 3])
  await eventually(() => expect(lastTold(bench, bench.runs(id)[3]?.id)?.queuePlace).toBe(3))

  bench.models.gates.open('a')
  await become(bench, id, ['completed', 'running', 'queued', 'queued'])

  expect(places(bench, id)).toEqual([null, null, 1, 2])
  await eventually(() => expect(lastTold(bench, bench.runs(id)[3]?.id)?.queuePlace).toBe(2))
  await finish(bench, id, 'b', 'c', 'd')
})

test('the model that asks for its delegations reads the place, too', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 1 } })
  const tasks = ['a', 'b', 'c'].map(waiting)
  const { id } = await bench.say(
    script(call('delegate', { tasks }), call('delegations', {}), say('At work.'), 'echo'),
  )
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))

  const listed = bench
    .contents(id)
    .find((content) => content.kind === 'tool_result' && content.tool === 'delegations')
  expect(listed).toMatchObject({ text: expect.stringContaining('queued (place 2 in the queue)') })
  await finish(bench, id, 'a', 'b', 'c')
})

test('a queued run can be stopped before it began, and those behind it move up', async () => {
  const bench = await queued('a', 'b', 'c')
  const { id } = bench

  await bench.delegation.stopRun(bench.runs(id)[1]?.id as never)

  expect(states(bench, id)).toEqual(['running', 'stopped', 'queued'])
  expect(places(bench, id)).toEqual([null, null, 1])
  await eventually(() => expect(lastTold(bench, bench.runs(id)[2]?.id)?.queuePlace).toBe(1))
  expect(bench.children).toHaveLength(1)
  await finish(bench, id, 'a', 'c')
})

test('a higher limit starts queued runs at once, in their order', async () => {
  const bench = await queued('a', 'b', 'c', 'd')
  const { id } = bench

  bench.settings.delegation.maxConcurrentRuns = 3
  bench.delegation.pump()

  await become(bench, id, ['running', 'running', 'running', 'queued'])
  await finish(bench, id, 'a', 'b', 'c', 'd')
})

test('a lower limit takes no place away, and holds from the next run on', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 2 } })
  const { id } = await bench.say(handing('a', 'b', 'c'))
  await become(bench, id, ['running', 'running', 'queued'])

  bench.settings.delegation.maxConcurrentRuns = 1
  bench.delegation.pump()
  bench.models.gates.open('a')
  await become(bench, id, ['completed', 'running', 'queued'])
  bench.models.gates.open('b')

  await become(bench, id, ['completed', 'completed', 'running'])
  await finish(bench, id, 'c')
})

test('where an endpoint is asked too often fewer runs begin, and why is said', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 4 } })
  const limited = { goal: scripted('Be patient.', ['first 1 status 429 slow down', 'gate never', say('x')]) }
  const { id } = await bench.say(script(call('delegate', { tasks: [limited] }), say('At work.'), 'echo'))
  await eventually(() =>
    expect(bench.throttle.current()).toMatchObject({ limit: 2, usual: 4, reason: 'model_rate_limited' }),
  )
  expect(bench.events.find(({ type }) => type === 'capacity.changed')).toMatchObject({
    reduced: { limit: 2, usual: 4 },
  })

  await bench.conversations.send(id, handing('a', 'b'))
  await become(bench, id, ['running', 'running', 'queued'])
  await bench.stopEverything(id)
})

test('while delegation is paused what works goes on, what is queued stays queued, and nothing new is taken on', async () => {
  const bench = await queued('a', 'b')
  const { id } = bench

  bench.settings.delegation.paused = true
  bench.delegation.pump()
  bench.models.gates.open('a')
  await become(bench, id, ['completed', 'queued'])
  bench.delegation.pump()
  await bench.conversations.send(id, script(call('delegate', { tasks: [waiting('c')] }), say('Not taken.')))
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))

  expect(states(bench, id)).toEqual(['completed', 'queued'])
  expect(bench.contents(id).findLast(({ kind }) => kind === 'tool_result')).toMatchObject({
    ok: false,
    text: expect.stringContaining('paused'),
  })

  bench.settings.delegation.paused = false
  bench.delegation.pump()
  await become(bench, id, ['completed', 'running'])
  await finish(bench, id, 'b')
})

test('looking, waiting and stopping work while delegation is paused', async () => {
  const bench = await queued('a', 'b')
  const { id } = bench
  bench.settings.delegation.paused = true

  await bench.conversations.send(
    id,
    script(
      call('delegations', {}),
      call('wait_for_delegations', { timeout_seconds: 1 }),
      call('stop_delegation', { all: true }),
      say('Done.'),
      'echo',
    ),
  )
  await eventually(() => expect(bench.runs(id).map(({ state }) => state)).toEqual(['stopped', 'stopped']))
  await bench.settled(id)

  const results = bench.contents(id).filter(({ kind }) => kind === 'tool_result')
  expect(results.map((result) => result.kind === 'tool_result' && [result.tool, result.ok])).toEqual([
    ['delegate', true],
    ['delegations', true],
    ['wait_for_delegations', true],
    ['stop_delegation', true],
  ])
})

test('a pause outlives the app: what was queued does not begin at the next start', async () => {
  const bench = await queued('a', 'b')
  const { id } = bench
  bench.settings.delegation.paused = true
  await bench.quit()

  const next = await bench.restart()
  next.delegation.pump()

  expect(states(next, id)).toEqual(['queued', 'queued'])
  expect(next.children).toEqual([])
})
