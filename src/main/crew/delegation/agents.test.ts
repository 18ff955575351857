import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

type Request = {
  model: string
  temperature?: number
  messages: { role: string; content: string }[]
  tools?: { function: { name: string; description: string; parameters: unknown } }[]
}

const agent = (matter: string, prompt = ''): string =>
  `---\ndescription: For tests\n${matter}\n---\n${prompt}\n`

/** Agents of the user's home, by name; the crew's own bench has an empty home. */
async function setUp(agents: Readonly<Record<string, string>>): Promise<CrewBench> {
  const bench = await openCrew()
  const place = join(bench.dataFolder, 'home/.muster/subagents')
  mkdirSync(place, { recursive: true })
  for (const [id, text] of Object.entries(agents)) writeFileSync(join(place, `${id}.md`), text)
  return bench
}

const requestsFor = ({ models }: CrewBench, goal: string): Request[] =>
  models.calls.flatMap(({ body }) => {
    const request = JSON.parse(body) as Request
    return request.messages[1]?.content.startsWith(goal) ? [request] : []
  })
const systemOf = (request: Request | undefined): string => request?.messages[0]?.content ?? ''
const toolsOf = (request: Request | undefined): string[] =>
  (request?.tools ?? []).map((tool) => tool.function.name)

/** The first request of each task, in their order. */
async function firstRequests(bench: CrewBench, tasks: readonly object[]): Promise<(Request | undefined)[]> {
  const named = tasks.map((task, index) => ({ goal: scripted(`Job ${index}.`, say('done')), ...task }))
  const { id } = await bench.say(script(call('delegate', { tasks: named }), say('ok'), say('ok')))
  await bench.settled(id)
  return tasks.map((_task, index) => requestsFor(bench, `Job ${index}.`)[0])
}

test('a run has what its agent brings: prompt, model and temperature', async () => {
  const bench = await setUp({ poet: agent('model: other\ntemperature: 0.3', 'You write in rhymes.') })
  bench.settings.model.fallbacks.push({ baseUrl: bench.settings.model.baseUrl, name: 'other' })

  const [request] = await firstRequests(bench, [{ agent: 'poet' }])

  expect(systemOf(request).trimEnd().endsWith('You write in rhymes.')).toBe(true)
  expect(request).toMatchObject({ model: 'other', temperature: 0.3 })
})

test("the task's word for the model counts before the agent's", async () => {
  const bench = await setUp({ poet: agent('model: other') })
  for (const name of ['other', 'third']) {
    bench.settings.model.fallbacks.push({ baseUrl: bench.settings.model.baseUrl, name })
  }

  const [request] = await firstRequests(bench, [{ agent: 'poet', model: 'third' }])

  expect(request?.model).toBe('third')
})

test('siblings share their prompt to the letter, and what differs stands last', async () => {
  const bench = await setUp({ poet: agent('', 'You write in rhymes.') })

  const [one, other, poet] = await firstRequests(bench, [{}, {}, { agent: 'poet' }])

  expect(systemOf(one)).toBe(systemOf(other))
  expect(systemOf(poet).startsWith(systemOf(one))).toBe(true)
})

test('no bound, an empty one and a list: three states of what an agent lets be handed to it', async () => {
  const bench = await setUp({
    free: agent(''),
    bare: agent('delegate-tools: []'),
    reader: agent('delegate-tools: [read_file, grep_files]'),
  })

  const [free, bare, reader] = await firstRequests(
    bench,
    ['free', 'bare', 'reader'].map((id) => ({ agent: id })),
  )

  expect(toolsOf(free)).toEqual(expect.arrayContaining(['read_file', 'write_file', 'shell', 'delegate']))
  expect(bare?.tools).toBeUndefined()
  expect(toolsOf(reader)).toEqual(['read_file', 'grep_files'])
})

test('an agent that only reads cannot write, whatever its model asks for', async () => {
  const bench = await setUp({ reader: agent('tools: Read') })
  const write = call('write_file', { path: 'new.txt', content: 'x' })
  const task = { goal: scripted('Write.', write, say('done')), agent: 'reader' }

  const { id } = await bench.say(script(call('delegate', { tasks: [task] }), say('ok'), say('ok')))
  await bench.settled(id)

  expect(bench.runs(id)[0]?.result).toMatchObject({
    filesWritten: [],
    toolTrace: [{ tool: 'write_file', ok: false }],
  })
  expect(bench.desk.pending()).toEqual([])
})

test('a run cannot give on what its agent did not let it have', async () => {
  const bench = await setUp({ lead: agent('delegate-tools: [read_file, delegate, wait_for_delegations]') })
  const inner = { goal: scripted('Inner.', say('done')), tools: ['read_file', 'shell', 'write_file'] }
  const outer = {
    goal: scripted('Outer.', call('delegate', { tasks: [inner], wait: true }), say('done')),
    agent: 'lead',
  }

  const { id } = await bench.say(script(call('delegate', { tasks: [outer] }), say('ok'), say('ok')))
  await bench.settled(id)

  expect(toolsOf(requestsFor(bench, 'Inner.')[0])).toEqual(['read_file'])
})

test('a run makes no more model calls than its agent allows, and looks it', async () => {
  const bench = await setUp({ brief: agent('max-steps: 2') })
  const looks = ['a', 'b', 'c'].map((path) => call('read_file', { path }))
  const task = { goal: scripted('Look.', ...looks, say('done')), agent: 'brief' }

  const { id } = await bench.say(script(call('delegate', { tasks: [task] }), say('ok'), say('ok')))
  await bench.settled(id)

  expect(bench.runs(id)[0]).toMatchObject({
    steps: 2,
    state: 'completed',
    exitReason: 'max_steps',
    truncated: true,
  })
})

test('a run gets its task and nothing of the conversation, its results or its approvals', async () => {
  const bench = await setUp({})
  const task = { goal: scripted('Job.', say('done')), context: 'The harbour is in Kiel.' }

  const { id } = await bench.say(
    scripted('The PIN is 4711.', call('delegate', { tasks: [task] }), say('ok'), say('ok')),
  )
  await bench.settled(id)

  const [request] = requestsFor(bench, 'Job.')
  expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(request?.messages[1]?.content).toContain('The harbour is in Kiel.')
  expect(JSON.stringify(request)).not.toContain('4711')
  expect(systemOf(request), 'the persona of a conversation').not.toContain('You talk with a person')
})

test('who may hand work on reads which agents there are, and which models', async () => {
  const bench = await setUp({ poet: agent(''), critic: agent('') })
  bench.settings.model.fallbacks.push({ baseUrl: bench.settings.model.baseUrl, name: 'other' })

  const { id } = await bench.say(script(say('hello')))
  await bench.settled(id)

  const request = JSON.parse(bench.models.calls[0]?.body ?? '{}') as Request
  const delegate = request.tools?.find((tool) => tool.function.name === 'delegate')?.function
  expect(delegate?.description).toMatch(/- general-purpose: .*\n- critic: For tests\n- poet: For tests/)
  expect(JSON.stringify(delegate?.parameters)).toContain('other')
})

test('a run keeps the agent it was given, though the file is another by then', async () => {
  const bench = await setUp({ poet: agent('', 'First words.') })
  const place = join(bench.dataFolder, 'home/.muster/subagents/poet.md')
  bench.settings.delegation.maxConcurrentRuns = 1
  const tasks = [
    { goal: scripted('Job 0.', ['gate later', say('done')]) },
    { goal: scripted('Job 1.', say('done')), agent: 'poet' },
  ]

  const { id } = await bench.say(script(call('delegate', { tasks }), say('ok'), say('ok')))
  await expect.poll(() => bench.runs(id).length).toBe(2)
  writeFileSync(place, agent('', 'Second words.'))
  bench.models.gates.open('later')
  await bench.settled(id)

  expect(systemOf(requestsFor(bench, 'Job 1.')[0])).toContain('First words.')
})
