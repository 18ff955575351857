import { expect, test } from 'vitest'
import { randomIds } from '../../platform/ids.ts'
import { systemClock } from '../../platform/clock.ts'
import { eventually, openCrew } from '../../testing/crew-bench.ts'
import { call, recall, say, script, scripted } from '../../testing/script/write-script.ts'

const token = (): string => randomIds.next('token')
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => void systemClock.setTimer(ms, () => resolve()))

test('a message is in the journal before the model is asked', async () => {
  const bench = await openCrew()
  const word = token()

  const { id } = await bench.say(scripted(word, ['gate never']))

  expect(bench.contents(id)).toMatchObject([{ kind: 'user', text: expect.stringContaining(word) }])
  expect(bench.conversation(id)).toMatchObject({ title: word, turn: 'running' })
  await bench.conversations.stop(id)
})

test('messages that come while a turn runs are answered after it, in their order', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(['gate first', say('one')]))
  await bench.conversations.send(id, script(say('two')))
  await bench.conversations.send(id, script(say('three')))

  bench.models.gates.open('first')
  await eventually(() => expect(bench.contents(id)).toHaveLength(6))
  await bench.settled(id)

  const answers = bench.contents(id).flatMap((each) => (each.kind === 'assistant' ? [each.text] : []))
  expect(answers).toEqual(['one', 'two', 'three'])
})

test('a stop ends the answer, keeps what was seen, and never eats what waits', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script([say('half'), 'gate never']))
  await bench.conversations.send(id, script(say('two')))
  await eventually(() => expect(bench.conversations.open(id).partial.text).toBe('half'))

  await bench.conversations.stop(id)
  await bench.settled(id)

  expect(bench.contents(id)).toMatchObject([
    { kind: 'user' },
    { kind: 'interrupted', text: 'half' },
    { kind: 'user' },
    { kind: 'assistant', text: 'two' },
  ])
})

test('a failing model is said in the journal and on the conversation, and the next message tries again', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script('status 400 no'))
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))
  expect(bench.contents(id).at(-1)).toMatchObject({ kind: 'failure', code: 'model_rejected' })
  expect(bench.conversation(id).failure).toMatchObject({ code: 'model_rejected' })

  await bench.conversations.send(id, script(say('better')))
  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ text: 'better' })
  expect(bench.conversation(id).failure).toBeNull()
})

test('what can be seen of an answer is saved within a second, and is an entry after a crash', async () => {
  const before = await openCrew()
  const { id } = await before.say(script([say('half'), 'gate never']))
  await eventually(() => expect(before.conversations.open(id).partial.text).toBe('half'))
  expect(before.ledger.query.partials.find({ conversationId: id, runId: null })).toBeUndefined()
  await wait(1_100)
  before.crash()

  const bench = await before.restart()

  expect(bench.contents(id).at(-1)).toEqual({ kind: 'interrupted', text: 'half', thinking: '' })
  expect(bench.conversation(id)).toMatchObject({ turn: 'idle' })
  expect(bench.ledger.query.partials.find({ conversationId: id, runId: null })).toBeUndefined()
})

test('calls that a crash cut off are closed, and nothing is claimed of them', async () => {
  const before = await openCrew()
  const tasks = [{ goal: scripted('Hang.', ['gate never']) }]
  const { id } = await before.say(script(call('delegate', { tasks, wait: true }), say('never')))
  await eventually(() => expect(before.runs(id)[0]?.state).toBe('running'))
  before.crash()

  const bench = await before.restart()

  expect(bench.contents(id).at(-1)).toMatchObject({
    kind: 'tool_result',
    ok: false,
    text: expect.stringContaining('outcome is unknown'),
  })
  await bench.stopEverything(id)
})

test('a run that a crash cut off goes on, and its results wait for a person', async () => {
  const before = await openCrew()
  const word = token()
  const tasks = [{ goal: scripted('Hang.', call('list_files', {}), ['gate later', say(word)]) }]
  const { id } = await before.say(script(call('delegate', { tasks }), say('At work.'), recall(/token_\w+/)))
  await eventually(() => expect(before.runs(id)[0]).toMatchObject({ state: 'running', steps: 1 }))
  await eventually(() => expect(before.conversation(id).turn).toBe('idle'))
  before.crash()

  const bench = await before.restart()
  bench.models.gates.open('later')
  await eventually(() => expect(bench.conversation(id)).toMatchObject({ liveRuns: 0, pendingDeliveries: 1 }))
  expect(bench.runs(id)[0]).toMatchObject({ state: 'completed', attempt: 2, steps: 2 })
  await wait(50)
  expect(bench.conversation(id).turn).toBe('idle')

  await bench.conversations.continue(id)
  await bench.settled(id)
  expect(bench.contents(id).at(-1)).toMatchObject({ text: word })
  expect(bench.contents(id).filter(({ kind }) => kind === 'delivery')).toHaveLength(1)
})

test('messages that waited when the app died come first when somebody speaks again', async () => {
  const before = await openCrew()
  const { id } = await before.say(script(['gate never']))
  await before.conversations.send(id, script(say('still here')))
  before.crash()
  const bench = await before.restart()

  await bench.conversations.send(id, script(say('and this')))
  await eventually(() => expect(bench.contents(id)).toHaveLength(5))
  await bench.settled(id)

  const answers = bench.contents(id).flatMap((each) => (each.kind === 'assistant' ? [each.text] : []))
  expect(answers).toEqual(['still here', 'and this'])
})

test('a quit leaves runs as they are: those in the queue, too', async () => {
  const before = await openCrew({ delegation: { maxConcurrentRuns: 1 } })
  const child = { goal: scripted('Hang.', ['gate later', say('child')]) }
  const parent = {
    goal: scripted('Hand it on.', call('delegate', { tasks: [child, child] }), say('parent'), 'echo'),
  }
  const { id } = await before.say(script(call('delegate', { tasks: [parent] }), say('At work.')))
  await eventually(() =>
    expect(before.runs(id).map(({ state }) => state)).toEqual(['running', 'running', 'queued']),
  )
  await before.quit()
  expect(before.runs(id).map(({ state }) => state)).toEqual(['running', 'running', 'queued'])

  const bench = await before.restart()
  bench.models.gates.open('later')
  await eventually(() => expect(bench.conversation(id).liveRuns).toBe(0))

  expect(bench.runs(id).map(({ state }) => state)).toEqual(['completed', 'completed', 'completed'])
})

test('the runs below one that a crash interrupted are stopped', async () => {
  const before = await openCrew({ permissions: { fullModeEnabled: true } })
  const child = { goal: scripted('Hang.', ['gate never']) }
  const parent = {
    goal: scripted('Hand it on.', call('delegate', { tasks: [child], wait: true }), say('never')),
  }
  const { id } = await before.say(script(call('delegate', { tasks: [parent] }), say('At work.')))
  await eventually(() => expect(before.runs(id).map(({ state }) => state)).toEqual(['running', 'running']))
  const row = before.ledger.query.runs.find(before.runs(id)[0]?.id as never)
  if (row) await before.ledger.delegations.markSideEffect(row)
  before.crash()

  const bench = await before.restart()
  await eventually(() => expect(bench.conversation(id).liveRuns).toBe(0))

  expect(bench.runs(id).map(({ state }) => state)).toEqual(['interrupted', 'stopped'])
})
