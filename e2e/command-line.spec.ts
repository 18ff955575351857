import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { runCommand, startCommand } from './fixtures/command-line.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { commandLineOf, environmentOf, expectAllGone, treeOf } from './fixtures/processes.ts'
import { delegatingTask, isReading, knows, readingTask, taskOf, writeFacts } from './fixtures/story.ts'
import { expect, randomToken, test as base, TOKEN } from './fixtures/test.ts'
import { workersAtWork } from './fixtures/workers.ts'

/** Arguments that every command here needs. */
const test = base.extend<{ readonly place: readonly string[] }>({
  place: async ({ models, data, folder }, use) =>
    use(['--folder', folder, '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]),
})

const FOUR_AT_ONCE = ['--set', 'delegation.maxConcurrentRuns=4']

test('a job is handed to three sub-agents, and their results reach the answer', async ({
  models,
  place,
  folder,
}) => {
  const facts = writeFacts(folder, 3)
  const tokens = facts.map(({ token }) => token)
  const task = delegatingTask(facts.map((fact) => readingTask(fact)))

  const { code, lines, result } = await runCommand([task, ...place, ...FOUR_AT_ONCE])

  expect(code).toBe(0)
  expect(result.error).toBeNull()
  for (const token of tokens) expect(result.text).toContain(token)
  expect(result.delegations).toMatchObject([
    { state: 'completed' },
    { state: 'completed' },
    { state: 'completed' },
  ])
  expect(result.usage.input).toBeGreaterThan(0)
  const asking = models.calls.filter((request) => taskOf(request) === task)
  expect(knows(asking.at(-1) as (typeof asking)[number], tokens)).toBe(true)
  const deliveries = lines.flatMap((line) =>
    line.type === 'entry' && line.entry.content.kind === 'delivery' && line.entry.runId === null
      ? [line]
      : [],
  )
  expect(deliveries).toHaveLength(1)
  expect(lines.filter(({ type }) => type === 'delegation').length).toBeGreaterThanOrEqual(3)
})

test('a call that waits for its sub-agents answers with their results, and they come only once', async ({
  place,
  folder,
}) => {
  const [fact] = writeFacts(folder, 1)
  if (!fact) throw new Error('no fact')
  const task = script(
    call('delegate', { tasks: [readingTask(fact)], wait: true }),
    recall(TOKEN),
    say('once more'),
  )

  const { code, lines, result } = await runCommand([task, ...place])

  expect([code, result.text]).toEqual([0, fact.token])
  expect(lines.filter((line) => line.type === 'entry' && line.entry.content.kind === 'delivery')).toEqual([])
})

test('without --json the answer alone is printed', async ({ place }) => {
  const token = randomToken()
  const command = startCommand(['run', script(say(token)), ...place], { parse: false })

  expect(await command.ended).toBe(0)
  expect(command.stdout.trim()).toBe(token)
})

test.describe('the exit code is', () => {
  test('2 when a person is needed', async ({ place, folder }) => {
    const task = script(call('write_file', { path: 'new.txt', content: 'x' }), say('written'))

    const { code } = await runCommand([task, ...place])

    expect(code).toBe(2)
    expect(readdirSync(folder)).not.toContain('new.txt')
  })
  test('0 when the mode allows it', async ({ place, folder }) => {
    const token = randomToken()
    const task = script(call('write_file', { path: 'new.txt', content: token }), say('written'))

    const { code } = await runCommand([task, ...place, '--mode', 'auto'])

    expect(code).toBe(0)
    expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe(token)
  })
  test('3 when the model fails', async ({ place }) => {
    const { code, result } = await runCommand([script('status 401 no'), ...place])

    expect(code).toBe(3)
    expect(result.error?.code).toBe('model_unauthorized')
  })
  test('3 when the time is over', async ({ place }) => {
    const { code, result } = await runCommand([script('hang'), ...place, '--timeout', '2'])

    expect(code).toBe(3)
    expect(result.error?.code).toBe('timed_out')
  })
  for (const [what, args] of [
    ['there is no task', []],
    ['an option is unknown', ['task', '--nonsense']],
    ['a setting is unknown', ['task', '--set', 'delegation.nonsense=1']],
    ['a setting is out of range', ['task', '--set', 'delegation.maxConcurrentRuns=0']],
    ['the mode is unknown', ['task', '--mode', 'yolo']],
    ['the folder is missing', ['task', '--folder', '/nowhere/at/all']],
  ] as const) {
    test(`4 when ${what}`, async ({ models, place }) => {
      const command = startCommand(['run', ...place, ...args], { parse: false })

      expect(await command.ended).toBe(4)
      expect(command.stderr).not.toBe('')
      expect(models.calls).toEqual([])
    })
  }
})

test('a setting given on the command line holds for this call alone', async ({
  models,
  place,
  data,
  folder,
}) => {
  const facts = writeFacts(folder, 2)
  const task = delegatingTask(facts.map((fact) => readingTask(fact, 'pause 300')))

  await runCommand([task, ...place, '--set', 'delegation.maxConcurrentRuns=1'])

  const first = models.calls.findIndex((request) => isReading(request, { file: 'fact-2.txt' }))
  const before = models.calls.slice(0, first).filter((request) => isReading(request, { file: 'fact-1.txt' }))
  expect(before).toHaveLength(2)
  const kept = readdirSync(data).includes('settings.json')
    ? readFileSync(join(data, 'settings.json'), 'utf8')
    : ''
  expect(kept).not.toContain('maxConcurrentRuns')
})

test('the key reaches the endpoint, and no other process, argument, file or output', async ({
  models,
  place,
  data,
  folder,
}) => {
  const key = `key-${randomToken()}`
  const tasks = [{ goal: scripted('Look around.', ['gate look', say('I looked.')]) }]
  const task = script(
    [call('shell', { command: 'env; cat /proc/self/environ' }), call('delegate', { tasks })],
    'echo',
    'echo',
  )
  const full = ['--mode', 'full', '--set', 'permissions.fullModeEnabled=true']
  const command = startCommand(['run', '--json', task, ...place, ...full], {
    env: { MUSTER_API_KEY: key, MUSTER_ALLOW_FULL: '1' },
  })
  await models.called((request) => taskOf(request).startsWith('Look around'))

  const tree = treeOf(command.pid)
  const children = tree.filter((pid) => pid !== command.pid)
  await expect.poll(() => workersAtWork(data).length).toBe(1)
  expect(children.filter((pid) => environmentOf(pid).includes(key))).toEqual([])
  expect(tree.filter((pid) => commandLineOf(pid).includes(key))).toEqual([])
  models.gates.open('look')
  await command.ended

  expect(models.calls.map(({ headers }) => headers.authorization)).toEqual(
    models.calls.map(() => `Bearer ${key}`),
  )
  expect(models.calls.filter(({ body }) => body.includes('PATH=')).length).toBeGreaterThan(0)
  expect(models.calls.filter(({ body }) => body.includes(key))).toEqual([])
  expect(filesBelow(data).filter((path) => readFileSync(path).includes(key))).toEqual([])
  expect(filesBelow(folder).filter((path) => readFileSync(path).includes(key))).toEqual([])
  expect(JSON.stringify(command.lines) + command.stderr).not.toContain(key)
  await expectAllGone(tree)
})

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
