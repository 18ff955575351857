import type { Page } from '@playwright/test'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, say, script } from '../src/main/testing/script/write-script.ts'
import { runCommand } from './fixtures/command-line.ts'
import { MODEL_NAME, type ModelServer } from './fixtures/model-server.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { dropPath, sendMessage, workIn } from './fixtures/window.ts'

const CHILD = { goal: script(say('looked')) }
const TASK = script(call('delegate', { tasks: [CHILD], wait: true }), say('done'))

test('without a display a folder instructs nobody unless the command says so, and not after it changed', async ({
  models,
  data,
  folder,
}) => {
  const words = randomToken()
  writeFileSync(join(folder, 'AGENTS.md'), `Mind this: ${words}\n`)
  const place = ['--folder', folder, '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]
  const requestsOf = async (...options: string[]) => {
    const before = models.calls.length
    const { code, stderr } = await runCommand([TASK, ...place, ...options])
    expect(code).toBe(0)
    const bodies = models.calls.slice(before).map(({ body }) => body)
    return { stderr, all: bodies.length, knowing: bodies.filter((body) => body.includes(words)).length }
  }

  const untold = await requestsOf()
  expect(untold).toMatchObject({ knowing: 0, stderr: expect.stringContaining('AGENTS.md') })

  const told = await requestsOf('--trust')
  expect(told.stderr).toBe('')
  expect([told.knowing, told.all], 'the conversation and its sub-agent').toEqual([3, 3])

  expect((await requestsOf()).knowing, 'the answer is remembered').toBe(3)

  appendFileSync(join(folder, 'AGENTS.md'), 'And this.\n')
  expect(await requestsOf()).toMatchObject({ knowing: 0, stderr: expect.stringContaining('AGENTS.md') })
})

/** What the folder's words are, and whether a request of a conversation in it bears them. */
async function askAndSee(page: Page, models: ModelServer, words: string): Promise<boolean> {
  const token = randomToken()
  await sendMessage(page, script(say(token)))
  return (await models.called(({ body }) => body.includes(token))).body.includes(words)
}

test('the window asks before a folder instructs, and a yes reaches the next request', async ({
  launch,
  models,
  folder,
}) => {
  const words = randomToken()
  writeFileSync(join(folder, 'AGENTS.md'), words)
  const { page } = await launch()
  await workIn(page, folder)

  await expect(page.getByTestId('trust-item')).toContainText('AGENTS.md')
  await page.getByTestId('trust-yes').click()
  await expect(page.getByTestId('folder-trust')).toHaveAttribute('data-trusted', 'true')
  await page.getByTestId('composer').fill(script(say('hello')))
  await page.getByTestId('send').click()

  expect((await models.called(() => true)).body).toContain(words)
})

test('a file that changes between the sheet and the yes is marked and asked for again', async ({
  launch,
  models,
  folder,
}) => {
  const [first, second] = [randomToken(), randomToken()]
  writeFileSync(join(folder, 'AGENTS.md'), first)
  mkdirSync(join(folder, '.muster'))
  writeFileSync(join(folder, '.muster', 'run.sh'), 'true')
  const { page } = await launch()
  await workIn(page, folder)
  await page.getByTestId('trust-item').first().waitFor()
  writeFileSync(join(folder, 'AGENTS.md'), second)
  await page.getByTestId('trust-yes').click()

  await expect(page.getByTestId('trust-moved')).toBeVisible()
  await expect(page.locator('[data-testid=trust-item][data-mark=changedNow]')).toContainText('AGENTS.md')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('dialog')).toHaveCount(0)
  expect(await askAndSee(page, models, second), 'put off').toBe(false)

  await page.getByTestId('folder-trust').click()
  await page.getByTestId('trust-yes').click()
  await expect(page.getByTestId('folder-trust')).toHaveAttribute('data-trusted', 'true')
  expect(await askAndSee(page, models, second)).toBe(true)
})

test('the sheet is there again after the window was drawn anew, and gone with the last file', async ({
  launch,
  folder,
}) => {
  writeFileSync(join(folder, 'AGENTS.md'), randomToken())
  const { page } = await launch()
  await workIn(page, folder)
  await page.getByTestId('trust-item').waitFor()
  await page.reload()

  await expect(page.getByTestId('trust-item')).toContainText('AGENTS.md')
  rmSync(join(folder, 'AGENTS.md'))
  await page.getByTestId('trust-yes').click()

  await expect(page.getByTestId('dialog')).toHaveCount(0)
  await expect(page.getByTestId('folder-trust')).toHaveCount(0)
})

test('a second folder dropped on an open sheet is asked about for itself, and the first one again', async ({
  launch,
  models,
  folder,
}) => {
  const other = join(folder, '..', 'other')
  mkdirSync(other)
  const [first, second] = [randomToken(), randomToken()]
  writeFileSync(join(folder, 'AGENTS.md'), first)
  writeFileSync(join(other, 'CLAUDE.md'), second)
  const { page } = await launch()
  await workIn(page, folder)
  await expect(page.getByTestId('trust-item')).toContainText('AGENTS.md')
  await dropPath(page, other)

  await expect(page.getByTestId('trust-item')).toHaveText([/CLAUDE\.md/])
  await page.getByTestId('trust-yes').click()
  await expect(page.getByTestId('dialog')).toHaveCount(0)
  expect(await askAndSee(page, models, second)).toBe(true)

  await page.getByTestId('conversation-row').last().click()
  await expect(page.getByTestId('trust-item')).toHaveText([/AGENTS\.md/])
  await page.keyboard.press('Escape')
  expect(await askAndSee(page, models, first)).toBe(false)
})
