import type { EntryId } from '../../../shared/ids.ts'
import { expect, test } from 'vitest'
import type { DelegateRequest } from '../../../shared/run-protocol.ts'
import { openCrew } from '../../testing/crew-bench.ts'
import { say, script } from '../../testing/script/write-script.ts'

const GOAL = 'Count the boats in the harbour.'
const requestOf = (...tasks: readonly object[]): DelegateRequest => ({
  tasks: tasks as never,
  independent: false,
  answerId: 'ent_1' as EntryId,
  callIndex: 0,
})
const nextCall = (request: DelegateRequest): DelegateRequest => ({ ...request, callIndex: 1 })

async function setUp(delegation: NonNullable<Parameters<typeof openCrew>[0]>['delegation'] = {}) {
  const bench = await openCrew({ delegation, program: () => undefined })
  const { id } = await bench.say(script(say('hello')))
  await bench.settled(id)
  const asker = { conversationId: id, runId: null, depth: 0, path: null, folder: bench.folder }
  const tools = ['read_file', 'shell', 'delegate']
  const delegatorAt = (depth: number) => bench.delegation.delegatorFor({ ...asker, depth, tools })
  const end = (): Promise<void> => bench.stopEverything(id)
  return { ...bench, id, delegatorAt, start: delegatorAt(0).start, end }
}

test.each([
  ['no task', [], {}, 'tasks is empty'],
  ['more tasks than a call may have', [{ goal: GOAL }, { goal: GOAL }], { maxTasksPerCall: 1 }, 'at most 1'],
  ['a goal that says nothing', [{ goal: GOAL }, { goal: 'TODO' }], {}, 'tasks[1].goal'],
  ['an agent that does not exist', [{ goal: GOAL, agent: 'ghost' }], {}, 'no agent "ghost"'],
  ['a tool that does not exist', [{ goal: GOAL, tools: ['fly'] }], {}, 'no tool "fly"'],
  ["a model that is not the user's", [{ goal: GOAL, model: 'grand' }], {}, '"grand" is not one of'],
  ['a paused crew', [{ goal: GOAL }], { paused: true }, 'paused'],
  ['more runs than a turn may have', [{ goal: GOAL }, { goal: GOAL }], { maxRunsPerTurn: 1 }, 'at most 1'],
])('%s is refused as a whole, and nothing starts', async (_what, tasks, settings, words) => {
  const { start, runs, id } = await setUp(settings)

  await expect(start(requestOf(...tasks))).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(words),
  })

  expect(runs(id)).toEqual([])
})

test('who stands at the greatest depth hands nothing on', async () => {
  const { delegatorAt } = await setUp({ maxDepth: 2 })

  await expect(delegatorAt(2).start(requestOf({ goal: GOAL }))).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('the same call is taken on once, however often and how close together it comes', async () => {
  const { start, runs, id, end } = await setUp()

  const handles = await Promise.all([start(requestOf({ goal: GOAL })), start(requestOf({ goal: GOAL }))])
  const again = await start(requestOf({ goal: GOAL }))

  expect(new Set([...handles, again].map(({ delegationId }) => delegationId)).size).toBe(1)
  expect(runs(id)).toHaveLength(1)
  await end()
})

test('two calls of one step are counted together, however close together they come', async () => {
  const { start, runs, id, end } = await setUp({ maxRunsPerTurn: 1 })
  const request = requestOf({ goal: GOAL })

  const outcomes = await Promise.allSettled([start(request), start(nextCall(request))])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(runs(id)).toHaveLength(1)
  await end()
})

test('a call that is repeated while it is being taken on is not counted as a second one', async () => {
  const { start, runs, id, end } = await setUp({ maxRunsPerTurn: 1 })
  const request = requestOf({ goal: GOAL })

  const [first, second] = await Promise.all([start(request), start(request)])

  expect(second.delegationId).toBe(first.delegationId)
  expect(runs(id)).toHaveLength(1)
  await end()
})

test('a call that was refused holds up none after it', async () => {
  const { start, end } = await setUp()

  const outcomes = await Promise.allSettled([
    start(requestOf({ goal: 'TODO' })),
    start(nextCall(requestOf({ goal: GOAL }))),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  await end()
})

test('the same call is the same delegation after a restart, too', async () => {
  const { start, restart, runs, id } = await setUp()
  const first = await start(requestOf({ goal: GOAL }))

  const next = await restart()
  const asker = {
    conversationId: id,
    runId: null,
    depth: 0,
    path: null,
    folder: next.folder,
    tools: ['delegate'],
  }
  const again = await next.delegation.delegatorFor(asker).start(requestOf({ goal: GOAL }))

  expect(again.delegationId).toBe(first.delegationId)
  expect(runs(id)).toHaveLength(1)
  await next.stopEverything(id)
})

test('a run gets of the tools of its parent what its task asks for', async () => {
  const { start, ledger, end } = await setUp()

  const { runs } = await start(requestOf({ goal: GOAL, tools: ['read_file', 'write_file'] }))

  expect(ledger.query.runs.find(runs[0]?.runId as never)?.tools).toEqual(['read_file'])
  await end()
})

test('a handle names every run and where its transcript is', async () => {
  const { start, end } = await setUp()

  const handle = await start(requestOf({ goal: GOAL }, { goal: 'Name them.' }))

  expect(handle.runs).toMatchObject([{ goal: GOAL }, { goal: 'Name them.' }])
  expect(new Set(handle.runs.map(({ transcriptPath }) => transcriptPath)).size).toBe(2)
  await end()
})

test('without anybody to ask, a paused crew is named first, and what is wrong with the tasks later', async () => {
  const { settings, start } = await setUp()
  settings.model.name = ''
  const judged = (): Promise<unknown> => start(requestOf({ goal: 'TODO' }))

  await expect(judged()).rejects.toMatchObject({ code: 'model_missing' })
  settings.delegation.paused = true
  await expect(judged()).rejects.toThrow('paused')
})

test('while delegation is paused its runs can be listed, awaited and stopped', async () => {
  const { delegatorAt, settings, runs, id, end } = await setUp()
  await delegatorAt(0).start(requestOf({ goal: GOAL }))
  settings.delegation.paused = true

  expect(await delegatorAt(0).list(undefined)).toHaveLength(1)
  expect((await delegatorAt(0).wait([], 0.01, new AbortController().signal)).pending).toHaveLength(1)
  expect(await delegatorAt(0).stop(null)).toEqual([runs(id)[0]?.id])
  await end()
})
