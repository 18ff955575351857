import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

type Told = { name: string; description: string; parameters: unknown }

/** What the model was told of `delegate` in its newest request that begins with these words. */
function toldOf({ models }: CrewBench, words: string, tool = 'delegate'): string {
  const request = models.calls.findLast(({ messages }) => messages[1]?.text.startsWith(words))
  const body = JSON.parse(request?.body ?? '{}') as { tools?: { function: Told }[] }
  return JSON.stringify(body.tools?.find(({ function: { name } }) => name === tool)?.function ?? null)
}

async function hear(bench: CrewBench, words: string): Promise<void> {
  const { id } = await bench.say(scripted(words, say('ok')))
  await bench.settled(id)
}

test("what a model is told of delegation are the user's limits of this moment", async () => {
  const bench = await openCrew()

  await hear(bench, 'Before.')
  Object.assign(bench.settings.delegation, {
    maxTasksPerCall: 7,
    foregroundTimeoutSeconds: 33,
    maxRunsPerTurn: 21,
    maxDepth: 1,
  })
  await hear(bench, 'After.')

  const [before, after] = [toldOf(bench, 'Before.'), toldOf(bench, 'After.')]
  for (const words of ['1 to 10 tasks', '"maxItems":10', 'lasts 120 seconds', '50 runs', 'may hand work on'])
    expect(before).toContain(words)
  for (const words of ['1 to 7 tasks', '"maxItems":7', 'lasts 33 seconds', '21 runs', 'cannot hand work on'])
    expect(after).toContain(words)
  expect(toldOf(bench, 'After.', 'wait_for_delegations')).toContain('after 33 seconds')
})

test('a run is told the same limits, and whether its own children are leaves', async () => {
  const bench = await openCrew({ delegation: { maxTasksPerCall: 6, maxRunsPerTurn: 22, maxDepth: 2 } })
  const tasks = [{ goal: scripted('Child.', say('done')) }]

  const { id } = await bench.say(script(call('delegate', { tasks }), say('ok'), say('ok')))
  await bench.settled(id)

  for (const words of ['1 to 6 tasks', '22 runs', 'cannot hand work on'])
    expect(toldOf(bench, 'Child.')).toContain(words)
})

test('a limit that was raised while the app runs holds at once', async () => {
  const bench = await openCrew({ delegation: { maxTasksPerCall: 1 } })
  bench.settings.delegation.maxTasksPerCall = 2
  const tasks = [1, 2].map((number) => ({ goal: scripted(`Job ${number}.`, say('done')) }))

  const { id } = await bench.say(script(call('delegate', { tasks }), say('ok'), say('ok')))
  await bench.settled(id)

  expect(bench.runs(id)).toHaveLength(2)
})

test('an agent whose file was saved between two turns stands in the text of the second, and in no other place', async () => {
  const bench = await openCrew()
  const place = join(bench.dataFolder, 'home/.muster/subagents')
  mkdirSync(place, { recursive: true })

  await hear(bench, 'Before.')
  writeFileSync(join(place, 'poet.md'), '---\ndescription: Writes rhymes\n---\n')
  await hear(bench, 'After.')

  expect(toldOf(bench, 'Before.')).not.toContain('poet')
  expect(toldOf(bench, 'After.')).toContain('- poet: Writes rhymes')
})

test('while nothing changes the text stays the same to the letter, so that caches keep hitting', async () => {
  const bench = await openCrew()
  const place = join(bench.dataFolder, 'home/.muster/subagents')
  mkdirSync(place, { recursive: true })
  for (const id of ['zoe', 'adam', 'mia'])
    writeFileSync(join(place, `${id}.md`), '---\ndescription: x\n---\n')

  await hear(bench, 'Before.')
  await hear(bench, 'After.')

  expect(toldOf(bench, 'After.')).toBe(toldOf(bench, 'Before.'))
  expect(toldOf(bench, 'After.')).toMatch(/adam: x.*mia: x.*zoe: x/)
})
