import { expect, test } from 'vitest'
import type { EntryContent } from '../../../shared/entry.ts'
import { randomIds } from '../../platform/ids.ts'
import { eventually, openCrew } from '../../testing/crew-bench.ts'
import { call, recall, say, script, scripted } from '../../testing/script/write-script.ts'

const token = (): string => randomIds.next('token')
const TOKEN = /token_\w+/
const saying = (word: string, ...before: readonly string[]): { goal: string } => ({
  goal: scripted('Say it.', [...before, say(word)]),
})
const deliveries = (contents: readonly EntryContent[]): EntryContent[] =>
  contents.filter(({ kind }) => kind === 'delivery')

test('three children work, and their results reach the parent in one delivery', async () => {
  const { say: tell, settled, contents, runs } = await openCrew()
  const tokens = [token(), token(), token()]

  const { id } = await tell(
    script(call('delegate', { tasks: tokens.map((each) => saying(each)) }), say('At work.'), recall(TOKEN)),
  )
  await settled(id)

  expect(runs(id).map(({ state }) => state)).toEqual(['completed', 'completed', 'completed'])
  expect(deliveries(contents(id))).toHaveLength(1)
  expect(contents(id).at(-1)).toMatchObject({ kind: 'assistant', text: tokens.join(' ') })
})

test('a conversation that is idle is woken by results', async () => {
  const { say: tell, settled, conversation, contents, models } = await openCrew()
  const found = token()

  const { id } = await tell(
    script(call('delegate', { tasks: [saying(found, 'gate child')] }), say('At work.'), recall(TOKEN)),
  )
  await eventually(() => expect(conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 1 }))
  models.gates.open('child')
  await settled(id)

  expect(contents(id).at(-1)).toMatchObject({ text: found })
  expect(conversation(id).unread).toBe(true)
})

test('a turn that goes on takes results between two steps', async () => {
  const { say: tell, settled, contents, models, conversation } = await openCrew()
  const found = token()

  const { id } = await tell(
    script(
      call('delegate', { tasks: [saying(found)] }),
      ['gate parent', call('list_files', {})],
      recall(TOKEN),
    ),
  )
  await eventually(() => expect(conversation(id).pendingDeliveries).toBe(1))
  models.gates.open('parent')
  await settled(id)

  expect(contents(id).map(({ kind }) => kind)).toEqual([
    'user',
    'assistant',
    'tool_result',
    'assistant',
    'tool_result',
    'delivery',
    'assistant',
  ])
  expect(contents(id).at(-1)).toMatchObject({ text: found })
})

test('a call that waits answers with the results, and they come no other way', async () => {
  const { say: tell, settled, contents, ledger } = await openCrew()
  const found = token()

  const { id } = await tell(script(call('delegate', { tasks: [saying(found)], wait: true }), recall(TOKEN)))
  await settled(id)

  expect(deliveries(contents(id))).toEqual([])
  const result = contents(id).find(({ kind }) => kind === 'tool_result')
  expect(result).toMatchObject({ ok: true, text: expect.stringContaining(found) })
  const [delivery] = result?.kind === 'tool_result' ? result.deliveries : []
  expect(delivery && ledger.query.deliveries.find(delivery)?.state).toBe('delivered')
  expect(contents(id).at(-1)).toMatchObject({ text: found })
})

test('work that takes longer than its caller waits goes on in the background', async () => {
  const { say: tell, settled, contents, models, runs } = await openCrew()
  const [quick, slow] = [token(), token()]
  const tasks = [saying(quick), saying(slow, 'gate slow')]

  const { id } = await tell(
    script(call('delegate', { tasks, wait: true, timeout_seconds: 1 }), say('Later, then.'), recall(TOKEN)),
  )
  await eventually(() => expect(contents(id).at(-1)).toMatchObject({ text: 'Later, then.' }))
  expect(contents(id).find(({ kind }) => kind === 'tool_result')).toMatchObject({
    text: expect.stringContaining('goes on in the background'),
    deliveries: [],
  })
  models.gates.open('slow')
  await settled(id)

  expect(runs(id).map(({ state }) => state)).toEqual(['completed', 'completed'])
  expect(deliveries(contents(id))).toHaveLength(1)
  expect(contents(id).at(-1)).toMatchObject({ text: [quick, slow].join(' ') })
})

test('waiting for one of two takes nothing off the unit that both make', async () => {
  const { say: tell, settled, contents, models, runs, conversation } = await openCrew()
  const [quick, slow] = [token(), token()]
  const tasks = [saying(quick), saying(slow, 'gate slow')]

  const { id } = await tell(
    script(
      call('delegate', { tasks }),
      ['gate parent', call('wait_for_delegations', { ids: ['run_1'] })],
      say('One.'),
      recall(TOKEN),
    ),
  )
  await eventually(() => expect(runs(id).map(({ state }) => state)).toEqual(['completed', 'running']))
  models.gates.open('parent')
  await eventually(() => expect(conversation(id).turn).toBe('idle'))
  expect(contents(id).at(-2)).toMatchObject({ text: expect.stringContaining(quick), deliveries: [] })
  models.gates.open('slow')
  await settled(id)

  expect(contents(id).at(-1)).toMatchObject({ text: [quick, slow].join(' ') })
})

test('independent tasks arrive one by one', async () => {
  const { say: tell, settled, contents, models, conversation } = await openCrew()
  const [quick, slow] = [token(), token()]
  const tasks = [saying(quick), saying(slow, 'gate slow')]

  const { id } = await tell(
    script(call('delegate', { tasks, independent: true }), say('At work.'), 'echo', 'echo'),
  )
  await eventually(() => expect(deliveries(contents(id))).toHaveLength(1))
  await eventually(() => expect(conversation(id).turn).toBe('idle'))
  models.gates.open('slow')
  await settled(id)

  const [first, second] = deliveries(contents(id))
  expect(first).toMatchObject({ text: expect.stringContaining(quick) })
  expect(second).toMatchObject({ text: expect.stringContaining(slow) })
  expect(second).not.toMatchObject({ text: expect.stringContaining(quick) })
})

test('more runs than places wait in their order', async () => {
  const { say: tell, settled, models, runs } = await openCrew({ delegation: { maxConcurrentRuns: 2 } })
  const tasks = ['a', 'b', 'c'].map((name) => saying(name, `gate ${name}`))
  const states = (id: Parameters<typeof runs>[0]): string[] => runs(id).map(({ state }) => state)

  const { id } = await tell(script(call('delegate', { tasks }), say('At work.')))
  await eventually(() => expect(states(id)).toEqual(['running', 'running', 'queued']))
  models.gates.open('b')
  await eventually(() => expect(states(id)).toEqual(['running', 'completed', 'running']))
  for (const name of ['a', 'c']) models.gates.open(name)
  await settled(id)
})

test('a parent that waits for its children holds no place: a tree deeper than the limit ends', async () => {
  const { say: tell, settled, contents, runs } = await openCrew({ delegation: { maxConcurrentRuns: 1 } })
  const found = token()
  const [waiting, idle] = [true, false].map((wait) => ({
    goal: scripted('Hand it on.', call('delegate', { tasks: [saying(found)], wait }), 'echo', recall(TOKEN)),
  }))

  const { id } = await tell(
    script(call('delegate', { tasks: [waiting, idle] }), say('At work.'), recall(TOKEN)),
  )
  await settled(id)

  expect(runs(id).map(({ depth, state }) => [depth, state])).toEqual([
    [1, 'completed'],
    [1, 'completed'],
    [2, 'completed'],
    [2, 'completed'],
  ])
  expect(contents(id).at(-1)).toMatchObject({ text: found })
})

test('a run at the greatest depth has no tool to hand work on', async () => {
  const { say: tell, settled, models } = await openCrew({ delegation: { maxDepth: 1 } })

  const { id } = await tell(script(call('delegate', { tasks: [saying('x')] }), say('At work.')))
  await settled(id)

  const offered = models.calls.find(({ messages }) => messages[1]?.text.startsWith('Say it.'))?.tools
  expect(offered).toContain('read_file')
  expect(offered).not.toContain('delegate')
})

test('a failing child says why, with what it had until then', async () => {
  const { say: tell, settled, contents, runs } = await openCrew()
  const seen = token()
  const tasks = [{ goal: scripted('Fail.', [say(seen), call('list_files', {})], 'status 400 no') }]

  const { id } = await tell(script(call('delegate', { tasks }), say('At work.'), 'echo'))
  await settled(id)

  expect(runs(id)).toMatchObject([{ state: 'failed', exitReason: 'error', result: { summary: seen } }])
  const [delivery] = deliveries(contents(id))
  expect(delivery).toMatchObject({ text: expect.stringContaining('Error: model_rejected') })
  expect(delivery).toMatchObject({ text: expect.stringContaining(seen) })
})

test('a run that hits its step limit is cut, and looks it', async () => {
  const { say: tell, settled, contents, runs } = await openCrew({ delegation: { maxSteps: 1 } })
  const tasks = [{ goal: scripted('Look.', call('list_files', {}), say('never')) }]

  const { id } = await tell(script(call('delegate', { tasks }), say('At work.'), 'echo'))
  await settled(id)

  expect(runs(id)).toMatchObject([{ state: 'completed', exitReason: 'max_steps', truncated: true }])
  expect(deliveries(contents(id))).toMatchObject([{ text: expect.stringContaining('step limit reached') }])
})

test('what a run did is read from its journal', async () => {
  const { say: tell, settled, runs, folder } = await openCrew()
  const { writeFileSync } = await import('node:fs')
  writeFileSync(`${folder}/notes.txt`, 'a line')
  const tasks = [
    {
      goal: scripted(
        'Read.',
        call('read_file', { path: 'notes.txt' }),
        call('read_file', { path: 'none' }),
        say('done'),
      ),
    },
  ]

  const { id } = await tell(script(call('delegate', { tasks }), say('At work.')))
  await settled(id)

  expect(runs(id)[0]?.result).toMatchObject({
    summary: 'done',
    steps: 3,
    filesRead: ['notes.txt'],
    toolTrace: [
      { tool: 'read_file', argumentKeys: ['path'], target: 'notes.txt', ok: true },
      { tool: 'read_file', target: 'none', ok: false },
    ],
  })
})
