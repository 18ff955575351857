import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, say, script } from '../src/main/testing/script/write-script.ts'
import { runCommand } from './fixtures/command-line.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { workIn } from './fixtures/window.ts'

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
