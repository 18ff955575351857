import { expect, test } from 'vitest'
import { call, recall, say, script, scripted } from '../../testing/script/write-script.ts'
import { eventually, openCrew } from '../../testing/crew-bench.ts'

const child = (word: string) => ({ goal: scripted('Child.', ['gate child', say(word)]) })

test('a result reaches the conversation that asked, though people have gone on with another', async () => {
  const bench = await openCrew()
  const asking = await bench.say(
    script(call('delegate', { tasks: [child('token_a')] }), say('At work.'), recall(/token_\w+/)),
  )
  await eventually(() => expect(bench.conversation(asking.id)).toMatchObject({ turn: 'idle', liveRuns: 1 }))
  const other = await bench.say(script(say('Something else.')))
  await bench.settled(other.id)
  const before = bench.contents(other.id)

  bench.models.gates.open('child')
  await bench.settled(asking.id)

  expect(bench.contents(asking.id).at(-1)).toMatchObject({ text: 'token_a' })
  expect(bench.contents(other.id)).toEqual(before)
})

test('a new conversation takes nothing of what an app that died left undelivered', async () => {
  const bench = await openCrew()
  const asking = await bench.say(script(call('delegate', { tasks: [child('token_b')] }), say('At work.')))
  await eventually(() => expect(bench.runs(asking.id).map(({ state }) => state)).toEqual(['running']))
  bench.crash()

  const next = await bench.restart()
  const fresh = await next.say(script(say('Hello.')))
  await next.settled(fresh.id)
  next.models.gates.open('child')
  await eventually(() => expect(next.conversation(asking.id).pendingDeliveries).toBe(1))

  expect(next.contents(fresh.id).map(({ kind }) => kind)).toEqual(['user', 'assistant'])
  expect(next.conversation(fresh.id)).toMatchObject({ pendingDeliveries: 0, liveRuns: 0 })
})

test('who asked finds, awaits and stops its runs after another model was chosen, and after a restart', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(call('delegate', { tasks: [child('token_c')] }), say('At work.')))
  await eventually(() => expect(bench.runs(id).map(({ state }) => state)).toEqual(['running']))
  const [run] = bench.runs(id)
  const asker = {
    conversationId: id,
    runId: null,
    depth: 0,
    path: null,
    folder: null,
    tools: ['delegations'],
  }
  const found = async (crew: typeof bench): Promise<unknown> =>
    (await crew.delegation.delegatorFor(asker).list(undefined)).map(({ runId }) => runId)

  bench.settings.model.name = 'another'
  expect(await found(bench)).toEqual([run?.id])
  bench.crash()
  const next = await bench.restart()

  expect(await found(next)).toEqual([run?.id])
  expect(await next.delegation.delegatorFor(asker).stop(run?.id ?? '')).toEqual([run?.id])
  await eventually(() => expect(next.runs(id).map(({ state }) => state)).toEqual(['stopped']))
})

test('an ordinary message while runs work neither stops nor detaches them', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script(call('delegate', { tasks: [child('token_d')] }), say('At work.')))
  await eventually(() => expect(bench.conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 1 }))

  await bench.conversations.send(id, script(say('By the way.'), recall(/token_\w+/)))
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))
  expect(bench.runs(id).map(({ state }) => state)).toEqual(['running'])
  bench.models.gates.open('child')
  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ text: 'token_d' })
})

test('what a run only says it wrote is not among what it wrote, and its parent is told that it did nothing', async () => {
  const bench = await openCrew()
  const task = { goal: scripted('Write.', say('I have written report.txt, and all tests pass.')) }
  const { id } = await bench.say(script(call('delegate', { tasks: [task] }), say('ok'), say('ok')))
  await bench.settled(id)

  expect(bench.runs(id)[0]).toMatchObject({
    state: 'completed',
    accepted: 'none',
    result: { filesWritten: [], toolTrace: [] },
  })
  expect(bench.contents(id).find(({ kind }) => kind === 'delivery')).toMatchObject({
    text: expect.stringContaining('It called no tool, hence changed nothing.'),
  })
})

test('a model that makes a result up before there is one is shown with its run still at work', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(
    script(call('delegate', { tasks: [child('token_e')] }), say('The child has found 42.')),
  )
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))

  const handle = bench.contents(id).find(({ kind }) => kind === 'tool_result')
  expect(handle).toMatchObject({ text: expect.stringContaining('No result exists yet. Do not guess one') })
  expect(bench.conversation(id).liveRuns).toBe(1)
  await bench.stopEverything(id)
})

test('what a run is sent before it has done anything is small: prompt and tools take less than 16 KB', async () => {
  const bench = await openCrew()
  const task = { goal: scripted('Child.', say('done')) }
  const { id } = await bench.say(script(call('delegate', { tasks: [task] }), say('ok'), say('ok')))
  await bench.settled(id)

  const request = bench.models.calls.find(({ messages }) => messages[1]?.text.startsWith('Child.'))
  expect(request?.tools).toContain('delegate')
  expect(Buffer.byteLength(request?.body ?? '')).toBeLessThan(16_384)
})
