import { expect, onTestFinished, test } from 'vitest'
import { MODEL_NAME, startModelServer, type ModelServer } from '../../../../e2e/fixtures/model-server.ts'
import { openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

/** A crew with a model of another provider beside its own; each provider has its key. */
async function setUp(): Promise<{ bench: CrewBench; other: ModelServer }> {
  const other = await startModelServer()
  onTestFinished(() => other[Symbol.asyncDispose]())
  const bench = await openCrew()
  bench.changeKey('first-key')
  bench.changeKey('other-key', other.baseUrl)
  bench.settings.model.fallbacks.push({ baseUrl: other.baseUrl, name: 'other' })
  return { bench, other }
}

const authorizationsAt = ({ calls }: ModelServer): (string | string[] | undefined)[] => [
  ...new Set(calls.map(({ headers }) => headers.authorization)),
]

test("a task with another provider's model asks there, with the key of there and never with another's", async () => {
  const { bench, other } = await setUp()
  const tasks = [
    { goal: scripted('Here.', call('list_files', {}), say('done')) },
    { goal: scripted('There.', call('list_files', {}), say('done')), model: 'other' },
  ]

  const { id } = await bench.say(script(call('delegate', { tasks }), say('ok'), say('ok')))
  await bench.settled(id)

  expect(authorizationsAt(bench.models)).toEqual(['Bearer first-key'])
  expect(authorizationsAt(other)).toEqual(['Bearer other-key'])
  expect(new Set(other.calls.map(({ model }) => model))).toEqual(new Set(['other']))
  expect(new Set(bench.models.calls.map(({ model }) => model))).toEqual(new Set([MODEL_NAME]))
})

test("what a run with another provider's model hands on asks the usual one again, unless it says otherwise", async () => {
  const { bench, other } = await setUp()
  const inner = { goal: scripted('Inner.', say('done')) }
  const outer = {
    goal: scripted('Outer.', call('delegate', { tasks: [inner], wait: true }), say('done')),
    model: 'other',
  }

  const { id } = await bench.say(script(call('delegate', { tasks: [outer] }), say('ok'), say('ok')))
  await bench.settled(id)

  expect(bench.runs(id).map(({ model }) => model)).toEqual(['other', MODEL_NAME])
  expect(authorizationsAt(bench.models)).toEqual(['Bearer first-key'])
  expect(authorizationsAt(other)).toEqual(['Bearer other-key'])
})

test('a model whose key would travel unprotected is refused before anything starts', async () => {
  const { bench } = await setUp()
  bench.changeKey('secret', 'http://models.example/v1')
  bench.settings.model.fallbacks.push({ baseUrl: 'http://models.example/v1', name: 'open' })
  const tasks = [
    { goal: scripted('Here.', say('done')) },
    { goal: scripted('There.', say('done')), model: 'open' },
  ]

  const { id } = await bench.say(script(call('delegate', { tasks }), 'echo'))
  await bench.settled(id)

  expect(bench.runs(id)).toEqual([])
  expect(bench.contents(id).at(-1)).toMatchObject({
    text: expect.stringContaining('Nothing was started. The model open cannot be asked as it is set up.'),
  })
})
