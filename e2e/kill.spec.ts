import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { startCommand, type ResultLine } from './fixtures/command-line.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { expectAllGone, isAlive, killHard, processesNaming, treeOf, workersOf } from './fixtures/processes.ts'
import { isReading, knows, readingTask, taskOf, writeFacts } from './fixtures/story.ts'
import { expect, randomToken, test, TOKEN } from './fixtures/test.ts'
import { answerQuestion, callHost, messagesOf, sendMessage, workIn } from './fixtures/window.ts'
import { workersAtWork } from './fixtures/workers.ts'

test('a worker that is killed in mid-run is reported to its parent, and its sibling goes on', async ({
  models,
  data,
  folder,
}) => {
  const [fact] = writeFacts(folder, 1)
  if (!fact) throw new Error('no fact')
  const seen = randomToken()
  const doomed = { goal: scripted('Never end.', [say(seen), 'gate never']) }
  const tasks = [doomed, readingTask(fact, 'gate sibling')]
  const task = script(call('delegate', { tasks }), say('They are at work.'), 'echo')
  const command = startCommand(
    [
      'run',
      '--json',
      task,
      '--folder',
      folder,
      '--data',
      data,
      '--base-url',
      models.baseUrl,
      '--model',
      MODEL_NAME,
    ].concat(['--set', 'delegation.maxConcurrentRuns=2']),
  )
  await models.called((request) => taskOf(request).startsWith('Never end'))
  const [worker] = workersOf(command.pid)
  await models.called((request) => taskOf(request).startsWith('Report'))
  const tree = treeOf(command.pid)

  await killHard(worker ?? 0)
  models.gates.open('sibling')

  expect(await command.ended).toBe(0)
  const result = command.lines.at(-1) as ResultLine
  expect(result.delegations.map(({ state }) => state)).toEqual(['failed', 'completed'])
  const last = models.calls.filter((request) => taskOf(request) === task).at(-1)
  expect(last && knows(last, ['worker_lost', seen, fact.token])).toBe(true)
  await expectAllGone(tree)
})

test('a crash of the app in the middle of a batch loses nothing and doubles nothing', async ({
  launch,
  models,
  data,
  folder,
}) => {
  const facts = writeFacts(folder, 2)
  const tokens = facts.map(({ token }) => token)
  const [quick, slow] = facts.map((fact, index) => readingTask(fact, ...(index === 0 ? [] : ['gate slow'])))
  const task = script(call('delegate', { tasks: [quick, slow] }), say('They are at work.'), recall(TOKEN))
  const app = await launch({ settings: { delegation: { maxConcurrentRuns: 2 } } })
  const { id } = await callHost(app.page, 'conversation.create', { folder })
  await callHost(app.page, 'conversation.send', { conversationId: id, text: task })
  const states = async (page: typeof app.page): Promise<string[]> =>
    (await callHost(page, 'conversation.open', { conversationId: id })).runs.map(({ state }) => state).sort()
  await expect.poll(() => states(app.page)).toEqual(['completed', 'running'])
  await models.called((request) => isReading(request, { file: 'fact-2.txt' }))

  await app.kill()
  expect(processesNaming(data)).toEqual([])
  models.gates.open('slow')
  const { page } = await launch()

  await test.step('the run that was cut off is done again, the finished one is not', async () => {
    await expect.poll(() => states(page)).toEqual(['completed', 'completed'])
    const { runs } = await callHost(page, 'conversation.open', { conversationId: id })
    expect(runs.map(({ attempt }) => attempt).sort()).toEqual([1, 2])
    expect(models.calls.filter((request) => isReading(request, { file: 'fact-1.txt' }))).toHaveLength(2)
  })

  await test.step('the results wait for a person after a restart, and are delivered once', async () => {
    await page.getByTestId('conversation-row').first().click()
    await page.getByTestId('continue').click()
    for (const token of tokens) await expect(messagesOf(page, 'assistant').last()).toContainText(token)
    await expect(messagesOf(page, 'delivery')).toHaveCount(1)
    await expect(messagesOf(page, 'user')).toHaveCount(1)
    const { entries, deliveries: left } = await callHost(page, 'conversation.open', { conversationId: id })
    expect(entries.filter(({ content }) => content.kind === 'delivery')).toHaveLength(1)
    expect(left).toEqual([])
  })
})

test('a crash in the middle of an answer keeps the message and what was seen', async ({ launch, models }) => {
  const [asked, seen, later] = [randomToken(), randomToken(), randomToken()]
  const app = await launch()
  await sendMessage(app.page, scripted(asked, [say(seen), 'gate never', say(later)]))
  await expect(app.page.getByTestId('streaming')).toContainText(seen)
  await models.called(() => true)
  // What is on screen is kept once a second.
  await app.page.waitForTimeout(1_500)

  await app.kill()
  const { page } = await launch()

  await page.getByTestId('conversation-row').first().click()
  await expect(messagesOf(page, 'user')).toContainText(asked)
  await expect(page.getByTestId('interrupted')).toContainText(seen)
})

test('a worker outlives its app only until it notices', async ({ launch, models, folder, data }) => {
  const app = await launch()
  const { id } = await callHost(app.page, 'conversation.create', { folder })
  const tasks = [{ goal: scripted('Never end.', ['gate never']) }]
  await callHost(app.page, 'conversation.send', {
    conversationId: id,
    text: script(call('delegate', { tasks }), say('on')),
  })
  await models.called((request) => taskOf(request).startsWith('Never end'))
  await expect.poll(() => workersAtWork(data).length).toBe(1)
  const [worker = 0] = workersAtWork(data)
  process.kill(worker, 'SIGSTOP')

  await killHard(app.pid)
  expect(isAlive(worker)).toBe(true)
  const again = await launch()

  await expectAllGone([worker])
  expect(workersOf(again.pid)).not.toContain(worker)
})

test('a question that was open in a crash is asked again, and its answer runs the call once', async ({
  launch,
  models,
  folder,
}) => {
  const written = randomToken()
  const task = script(call('write_file', { path: 'notes.txt', content: written }), say('Written.'))
  const app = await launch()
  await workIn(app.page, folder)
  await sendMessage(app.page, task)
  await app.page.getByTestId('approval-card').waitFor()

  await app.kill()
  expect(existsSync(join(folder, 'notes.txt'))).toBe(false)
  const { page } = await launch()
  await page.getByTestId('conversation-row').first().click()
  await answerQuestion(page, 'allow')

  await expect(messagesOf(page, 'assistant').last()).toContainText('Written.')
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe(written)
  await expect(page.locator('[data-testid=tool-card][data-tool=write_file]')).toHaveCount(1)
  expect(models.calls.filter((request) => taskOf(request) === task)).toHaveLength(2)
})

test('a command that was running in a crash ends with the app', async ({ launch, folder }) => {
  const mark = randomToken()
  const app = await launch()
  await workIn(app.page, folder)
  await sendMessage(
    app.page,
    script(call('shell', { command: `: > begun; sleep 600; : ${mark}` }), say('on')),
  )
  await answerQuestion(app.page, 'allow')
  await expect.poll(() => existsSync(join(folder, 'begun'))).toBe(true)
  expect(processesNaming(mark)).not.toEqual([])

  await killHard(app.pid)

  await expect.poll(() => processesNaming(mark)).toEqual([])
})

test('a worker that stands still in a crash, and its command, are found and ended at the next start', async ({
  launch,
  models,
  folder,
  data,
}) => {
  const mark = randomToken()
  const app = await launch()
  await workIn(app.page, folder)
  const command = `: > begun; trap "" TERM; while :; do sleep 0.2; done; : ${mark}`
  const tasks = [{ goal: scripted('Run it.', call('shell', { command }), say('on')) }]
  await sendMessage(app.page, script(call('delegate', { tasks }), say('At work.')))
  await answerQuestion(app.page, 'allow')
  await expect.poll(() => existsSync(join(folder, 'begun'))).toBe(true)
  const [worker = 0] = workersAtWork(data)
  process.kill(worker, 'SIGSTOP')

  await killHard(app.pid)
  expect(isAlive(worker)).toBe(true)
  expect(processesNaming(mark)).not.toEqual([])
  await launch()

  await expectAllGone([worker])
  await expect.poll(() => processesNaming(mark)).toEqual([])
  expect(models.calls.filter((request) => taskOf(request).startsWith('Run it'))).toHaveLength(1)
})
