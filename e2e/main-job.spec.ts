import type { Locator } from '@playwright/test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { workersOf } from './fixtures/processes.ts'
import { knows, readingTask, taskOf, writeFacts } from './fixtures/story.ts'
import { expect, randomToken, test, TOKEN } from './fixtures/test.ts'
import { answerQuestion, callHost, messagesOf, sendMessage, workIn } from './fixtures/window.ts'
import { workersAtWork } from './fixtures/workers.ts'

const THREE_AT_ONCE = { delegation: { maxConcurrentRuns: 3 } }

test('a job from the first word to the restart', async ({ launch, models, folder, data }) => {
  const facts = writeFacts(folder, 3)
  const tokens = facts.map(({ token }) => token)
  const [begun, ended, written] = [randomToken(), randomToken(), randomToken()]
  const tasks = facts.map((fact) => readingTask(fact, 'gate children'))
  const task = script(
    [say(begun), 'gate stream', say(ended), call('write_file', { path: 'notes.txt', content: written })],
    [say('I hand this out.'), call('delegate', { tasks })],
    say('They are at work.'),
    recall(TOKEN),
  )
  const app = await launch({ settings: THREE_AT_ONCE })
  const { page } = app

  await test.step('a folder is dropped and becomes the workspace', async () => {
    await workIn(page, folder)
  })

  await test.step('the answer is seen while it is written', async () => {
    await sendMessage(page, task)
    await expect(page.getByTestId('streaming')).toContainText(begun)
    await expect(messagesOf(page, 'assistant')).toHaveCount(0)
    models.gates.open('stream')
    await expect(messagesOf(page, 'assistant').first()).toContainText(ended)
  })

  await test.step('a write waits for a yes', async () => {
    const card = page.getByTestId('approval-card')
    await expect(card.getByTestId('approval-target')).toContainText('notes.txt')
    await expect(card.getByTestId('approval-arguments')).toContainText(written)
    expect(existsSync(join(folder, 'notes.txt'))).toBe(false)
    await answerQuestion(page, 'allow')
    await expect(page.locator('[data-testid=tool-card][data-tool=write_file]')).toHaveAttribute(
      'data-state',
      'ok',
    )
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe(written)
  })

  const rows = page.getByTestId('delegation-card').first().getByTestId('run-row')
  await test.step('three sub-agents work at once, each in a process of its own', async () => {
    await expect(rows).toHaveCount(3)
    await expect.poll(() => models.calls.filter((each) => taskOf(each).startsWith('Report')).length).toBe(3)
    await expect(rows.and(page.locator('[data-state=running]'))).toHaveCount(3)
    await expect.poll(() => workersAtWork(data).length).toBe(3)
    expect(workersOf(app.pid)).toEqual(expect.arrayContaining(workersAtWork(data)))
    models.gates.open('children')
    await expect(rows.and(page.locator('[data-state=completed]'))).toHaveCount(3)
  })

  await test.step('their results stand in the next request, and on screen', async () => {
    for (const token of tokens) await expect(messagesOf(page, 'assistant').last()).toContainText(token)
    const last = models.calls.filter((each) => taskOf(each) === task).at(-1)
    expect(last && knows(last, tokens)).toBe(true)
    await expect(messagesOf(page, 'delivery')).toHaveCount(1)
  })

  await test.step('the work of each can be read', async () => {
    await rows.first().getByTestId('run-open').click()
    await expect(page.getByTestId('run-detail')).toHaveAttribute('data-state', 'completed')
    await expect(page.getByTestId('transcript')).toContainText(tokens[0] ?? '')
  })

  await app.close()
  const { page: again } = await launch()
  await test.step('after a restart everything is still there', async () => {
    const { conversations } = await callHost(again, 'host.snapshot', undefined)
    expect(conversations).toHaveLength(1)
    await again.getByTestId('conversation-row').first().click()
    await expect(again.getByTestId('folder-chip')).toHaveText(basename(folder))
    for (const token of tokens) await expect(messagesOf(again, 'assistant').last()).toContainText(token)
    await expect(messagesOf(again, 'delivery')).toHaveCount(1)
    const kept = again.getByTestId('delegation-card').first().getByTestId('run-row')
    await expect(kept.and(again.locator('[data-state=completed]'))).toHaveCount(3)
    expect(models.calls.filter((each) => taskOf(each) === task)).toHaveLength(4)
  })
})

test('a write that is denied is told to the agent, with the reason', async ({ launch, models, folder }) => {
  const reason = randomToken()
  const task = script(call('write_file', { path: 'notes.txt', content: 'x' }), 'echo')
  const { page } = await launch()
  await workIn(page, folder)
  await sendMessage(page, task)

  const card = page.getByTestId('approval-card')
  await card.getByTestId('approval-note').fill(reason)
  await answerQuestion(page, 'deny')

  await expect(messagesOf(page, 'assistant').last()).toContainText(reason)
  expect(existsSync(join(folder, 'notes.txt'))).toBe(false)
  expect(models.calls.some((each) => knows(each, [reason]))).toBe(true)
})

test('an answer can be stopped, and what was seen of it stays', async ({ launch }) => {
  const seen = randomToken()
  const { page } = await launch()
  await sendMessage(page, script([say(seen), 'hang']))
  await expect(page.getByTestId('streaming')).toContainText(seen)

  await page.getByTestId('stop').click()

  await expect(page.getByTestId('interrupted')).toContainText(seen)
  await expect(page.getByTestId('streaming')).toHaveCount(0)
})

test('a refused key waits for a person with the work whole, and goes on by one click', async ({ launch }) => {
  const token = randomToken()
  const { page } = await launch()
  await sendMessage(page, script(['first 1 status 401 go away', say(token)]))
  const card = page.getByTestId('breaker-card')
  await expect(card).toHaveAttribute('data-code', 'model_unauthorized')
  await expect(card).toContainText('go away')

  await card.getByTestId('breaker-resume').click()

  await expect(messagesOf(page, 'assistant').last()).toContainText(token)
  await expect(card).toHaveCount(0)
})

test('a model that is not there is shown with what to do, and asked again on a click', async ({ launch }) => {
  const token = randomToken()
  const { page } = await launch()
  await sendMessage(page, script(['first 1 status 404 no such model', say(token)]))
  const failure = page.getByTestId('failure')
  await expect(failure).toHaveAttribute('data-code', 'model_unknown')
  await expect(failure).toContainText('no such model')

  await failure.getByRole('button', { name: 'Try again' }).click()

  await expect(messagesOf(page, 'assistant').last()).toContainText(token)
})

test('the work of a sub-agent can be watched while it goes on, and read in its transcript file', async ({
  launch,
  models,
  folder,
}) => {
  const [begun, ended] = [randomToken(), randomToken()]
  const tasks = [{ goal: scripted('Talk for a while.', [say(begun), 'gate talk', say(ended)]) }]
  const { page } = await launch()
  await workIn(page, folder)
  await sendMessage(page, script(call('delegate', { tasks }), say('On its way.'), 'echo'))
  await page.getByTestId('run-open').click()

  await expect(page.getByTestId('transcript').getByTestId('streaming')).toContainText(begun)
  await expect(page.getByTestId('run-detail')).toHaveAttribute('data-state', 'running')
  models.gates.open('talk')
  await expect(page.getByTestId('run-detail')).toHaveAttribute('data-state', 'completed')
  await expect(page.getByTestId('transcript')).toContainText(ended)

  const [transcript = ''] = filesNamed(join(folder, '.muster', 'delegations'), 'task-1.log')
  const text = readFileSync(transcript, 'utf8')
  for (const words of ['Talk for a while.', begun, ended]) expect(text).toContain(words)
})

test('a question of a sub-agent stands in the conversation with its name, and only it waits', async ({
  launch,
  models,
  folder,
}) => {
  const [fact] = writeFacts(folder, 1)
  if (!fact) throw new Error('no fact')
  const written = randomToken()
  const writing = call('write_file', { path: 'report.txt', content: written })
  const tasks = [{ goal: scripted('Write a report.', writing, say('Written.')) }, readingTask(fact)]
  const { page } = await launch({ settings: THREE_AT_ONCE })
  await workIn(page, folder)
  await sendMessage(page, script(call('delegate', { tasks }), say('On its way.'), recall(TOKEN)))

  const row = (index: number): Locator => page.getByTestId('run-row').nth(index)
  const asked = page.getByTestId('approval-card').getByRole('heading')
  await expect(asked).toHaveText(/^Write a report\..{0,60} wants to write a file$/)
  await expect(row(1)).toHaveAttribute('data-state', 'completed')
  await expect(row(0)).toHaveAttribute('data-state', 'waiting')
  expect(existsSync(join(folder, 'report.txt'))).toBe(false)
  await answerQuestion(page, 'allow')

  await expect(messagesOf(page, 'assistant').last()).toContainText(fact.token)
  expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toBe(written)
  expect(models.calls.filter((each) => taskOf(each).startsWith('Write a report'))).toHaveLength(2)
})

const filesNamed = (folder: string, name: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => basename(path) === name)
