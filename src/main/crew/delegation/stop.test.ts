import { expect, test } from 'vitest'
import type { ConversationId, EntryId } from '../../../shared/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const hanging = (words = 'Hang.'): { goal: string } => ({
  goal: scripted(words, [say('so far'), 'gate never']),
})
const states = ({ runs }: CrewBench, id: ConversationId): string[] => runs(id).map(({ state }) => state)
const isAt = (bench: CrewBench, id: ConversationId, ...expected: string[]): Promise<void> =>
  eventually(() => expect(states(bench, id)).toEqual(expected))

/** The model of the run has said what it had to say before it hangs. */
const hasSpoken = (bench: CrewBench, id: ConversationId, index = 0): Promise<void> =>
  eventually(() => expect(bench.seen(id, index)).toBe('so far'))

test('a running run that is stopped brings back what it had', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(call('delegate', { tasks: [hanging()] }), say('At work.'), 'echo'))
  await hasSpoken(bench, id)

  await bench.delegation.stopRun(bench.runs(id)[0]?.id as never)
  await bench.settled(id)

  expect(bench.runs(id)).toMatchObject([
    { state: 'stopped', exitReason: 'stopped', result: { summary: 'so far' } },
  ])
  expect(bench.contents(id).at(-1)).toMatchObject({ text: expect.stringContaining('so far') })
})

test('a run says that it is being stopped until it is, and nothing of that any more', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(call('delegate', { tasks: [hanging()] }), say('At work.'), 'echo'))
  await hasSpoken(bench, id)

  await bench.delegation.stopRun(bench.runs(id)[0]?.id as never)
  await bench.settled(id)

  const told = bench.events.flatMap((event) => (event.type === 'run.changed' ? [event.run] : []))
  expect(told.some(({ state, stopping }) => state === 'running' && stopping)).toBe(true)
  expect(told.at(-1)).toMatchObject({ state: 'stopped', stopping: false, activity: null })
})

test('a queued run that is stopped never begins, and is a result like the others', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 1 } })
  const tasks = [hanging(), hanging()]
  const { id } = await bench.say(script(call('delegate', { tasks }), say('At work.'), 'echo'))
  await isAt(bench, id, 'running', 'queued')

  await bench.delegation.stopRun(bench.runs(id)[1]?.id as never)
  expect(states(bench, id)).toEqual(['running', 'stopped'])
  await bench.delegation.stopRun(bench.runs(id)[0]?.id as never)
  await bench.settled(id)

  expect(bench.children).toHaveLength(1)
  expect(bench.contents(id).filter(({ kind }) => kind === 'delivery')).toHaveLength(1)
})

test('the runs below one that is stopped are stopped, too', async () => {
  const bench = await openCrew()
  const parent = {
    goal: scripted('Hand it on.', call('delegate', { tasks: [hanging()], wait: true }), say('x')),
  }
  const { id } = await bench.say(script(call('delegate', { tasks: [parent] }), say('At work.'), 'echo'))
  await isAt(bench, id, 'running', 'running')
  await hasSpoken(bench, id, 1)

  await bench.delegation.stopRun(bench.runs(id)[0]?.id as never)
  await bench.settled(id)

  expect(states(bench, id)).toEqual(['stopped', 'stopped'])
})

test('a whole delegation is stopped by its id, and nothing else with it', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(
    script(
      [call('delegate', { tasks: [hanging(), hanging()] }), call('delegate', { tasks: [hanging()] })],
      say('At work.'),
      'echo',
    ),
  )
  await isAt(bench, id, 'running', 'running', 'running')

  await bench.delegation.stopDelegation(bench.runs(id)[0]?.delegationId as never)
  await isAt(bench, id, 'stopped', 'stopped', 'running')

  await bench.delegation.stopAll(id)
})

test('an agent stops what it started, and learns what was done', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(
    script(
      call('delegate', { tasks: [hanging()] }),
      ['gate parent', call('stop_delegation', { all: true })],
      call('wait_for_delegations', { all: true }),
      'echo',
    ),
  )
  await hasSpoken(bench, id)
  bench.models.gates.open('parent')
  await bench.settled(id)

  expect(states(bench, id)).toEqual(['stopped'])
  expect(bench.contents(id).at(-1)).toMatchObject({ text: expect.stringContaining('so far') })
})

test("nobody stops, sees or awaits what another conversation's agent started", async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(call('delegate', { tasks: [hanging()] }), say('At work.')))
  await isAt(bench, id, 'running')
  const { id: runId, delegationId } = bench.runs(id)[0] as never

  const { id: other } = await bench.say(
    script(
      [
        call('stop_delegation', { id: runId }),
        call('wait_for_delegations', { ids: [delegationId] }),
        call('delegations', {}),
      ],
      say('done'),
    ),
  )
  await bench.settled(other)

  const results = bench.contents(other).filter(({ kind }) => kind === 'tool_result')
  expect(results).toMatchObject([{ ok: false }, { ok: false }, { ok: true }])
  expect(JSON.stringify(results[2])).not.toContain(runId)
  expect(states(bench, id)).toEqual(['running'])
  await bench.delegation.stopAll(id)
})

test('stopping the answer leaves what it waits for in the background', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(
    script(call('delegate', { tasks: [hanging()], wait: true }), say('never'), say('woken')),
  )
  await hasSpoken(bench, id)

  await bench.conversations.stop(id)

  expect(bench.conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 1 })
  const result = bench.contents(id).at(-1)
  expect(result).toMatchObject({
    kind: 'tool_result',
    text: expect.stringContaining('goes on in the background'),
    details: { kind: 'delegation' },
  })
  await bench.delegation.stopAll(id)
})

test('after everything was stopped nobody is woken by what comes back', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(
    script(call('delegate', { tasks: [hanging()] }), [say('half'), 'gate never']),
  )
  await hasSpoken(bench, id)
  const asked = bench.models.calls.length

  await bench.stopEverything(id)
  await isAt(bench, id, 'stopped')
  await eventually(() => expect(bench.conversation(id).pendingDeliveries).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect(bench.conversation(id).turn).toBe('idle')
  expect(bench.models.calls).toHaveLength(asked)
  await bench.conversations.send(id, script('echo'))
  await bench.settled(id)
  expect(bench.contents(id).at(-1)).toMatchObject({ text: expect.stringContaining('so far') })
})

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a run that is stopped in the moment of its start (%i) leaves no process behind',
  async (turns) => {
    const bench = await openCrew()
    const { id } = await bench.say(script(say('hello')))
    await bench.settled(id)
    const asker = { conversationId: id, runId: null, depth: 0, path: null, folder: null, tools: [] }
    const tasks = [hanging()]
    const handle = await bench.delegation
      .delegatorFor(asker)
      .start({ tasks, independent: false, answerId: 'ent_1' as EntryId, callIndex: 0 })
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))

    await bench.delegation.stopRun(handle.runs[0]?.runId as never)
    await eventually(() => expect(states(bench, id)).toEqual(['stopped']))

    await eventually(() => expect(bench.children.filter(({ pid }) => pid !== undefined)).toEqual([]))
  },
)
