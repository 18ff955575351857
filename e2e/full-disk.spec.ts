import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { call, recall, say, script } from '../src/main/testing/script/write-script.ts'
import { errors } from '../src/shared/locales/en/errors.ts'
import { fillUp } from '../src/main/testing/fill-up.ts'
import { runCommand, startCommand } from './fixtures/command-line.ts'
import { windowEnvironment } from './fixtures/environment.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { LAUNCHER } from './fixtures/places.ts'
import { readLedger } from './fixtures/ledger.ts'
import { isReading, readingTask, writeFacts } from './fixtures/story.ts'
import { expect, randomToken, test as base, TOKEN } from './fixtures/test.ts'
import { callHost, messagesOf, sendMessage } from './fixtures/window.ts'

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0

/** Data on a disk of its own, small enough to be filled. Chromium's profile takes the most of it. */
const test = base.extend<{ readonly disk: { fill(): void; makeRoom(): void } }>({
  disk: async ({ data }, use, info) => {
    info.skip(!mount('-t', 'tmpfs', '-o', 'size=48m', 'none', data), 'needs root on Linux')
    const filler = join(data, 'filler')
    await use({
      fill: () => fillUp(filler),
      makeRoom: () => rmSync(filler),
    })
    spawnSync('umount', ['-l', data])
  },
})

test('a message that cannot be written stays where it was typed', async ({ disk, launch, models }) => {
  const token = randomToken()
  const { page } = await launch()
  await sendMessage(page, script(say('hello')))
  await expect(messagesOf(page, 'assistant').last()).toContainText('hello')
  disk.fill()
  const message = script(say(token))

  await expect(async () => {
    disk.fill() // what Chromium frees meanwhile is taken too
    await sendMessage(page, message)
    await expect(page.getByTestId('send-problem')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByTestId('send-problem').getByTestId('failure')).toHaveAttribute(
    'data-code',
    'disk_full',
  )
  await expect(page.getByTestId('composer')).toHaveValue(message)
  expect(models.calls).toHaveLength(1)
  disk.makeRoom()
  await page.getByTestId('composer').press('Enter')

  await expect(messagesOf(page, 'assistant').last()).toContainText(token)
  await expect(messagesOf(page, 'user')).toHaveCount(2)
  await expect(page.getByTestId('composer')).toHaveValue('')
})

test('a result that cannot be written is kept, and delivered when there is room again', async ({
  disk,
  launch,
  models,
  data,
  folder,
}) => {
  const [fact] = writeFacts(folder, 1)
  if (!fact) throw new Error('no fact')
  const task = readingTask(fact)
  const goal = { goal: task.goal.replace('recall ', 'gate answer\nrecall ') }
  const { page } = await launch()
  const { id } = await callHost(page, 'conversation.create', { folder })
  await page.getByTestId('conversation-row').first().click()
  await sendMessage(page, script(call('delegate', { tasks: [goal] }), say('At work.'), recall(TOKEN)))
  const atTheGate = (): number => models.calls.filter((request) => isReading(request, fact)).length
  await expect.poll(atTheGate).toBe(2)
  await expect(messagesOf(page, 'assistant').last()).toContainText('At work.')
  disk.fill()

  models.gates.open('answer')
  await page.waitForTimeout(3_000)
  const { runs } = await callHost(page, 'conversation.open', { conversationId: id })
  expect(runs.map(({ endedAt }) => endedAt)).toEqual([null])
  await expect(page.getByTestId('full-disk')).toContainText(data)
  await page.reload()
  await expect(page.getByTestId('full-disk'), 'a window that was drawn anew knows it too').toBeVisible()
  disk.makeRoom()

  await expect(messagesOf(page, 'assistant').last()).toContainText(fact.token)
  await expect(messagesOf(page, 'delivery')).toHaveCount(1)
  await expect(page.getByTestId('full-disk')).toHaveCount(0)
  const rows = readLedger<{ state: string; result: string }>(
    data,
    'select state, result from delegation_runs',
  )
  expect(rows.map(({ state }) => state)).toEqual(['completed'])
  expect(rows[0]?.result).toContain(fact.token)
})

const ENGLISH = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' }

test.describe('a command', () => {
  test('says once that it waits, and goes on when there is room', async ({ disk, models, data }) => {
    const token = randomToken()
    const place = ['--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]
    const command = startCommand(['run', '--json', script(['gate answer', say(token)]), ...place], {
      env: ENGLISH,
    })
    await expect.poll(() => models.calls.length).toBe(1)
    disk.fill()
    models.gates.open('answer')
    await expect.poll(() => command.stderr, 'it says that it waits').toContain(data)
    await new Promise((resolve) => setTimeout(resolve, 6_000)) // another try finds the disk full
    disk.makeRoom()

    expect(await command.ended).toBe(0)
    expect(command.lines.at(-1)).toMatchObject({ type: 'result', text: token, error: null })
    expect(command.stderr.match(/The disk is full/g)).toHaveLength(1)
  })

  test('can be ended while it waits, and the next start finds what it had', async ({
    disk,
    launch,
    models,
    data,
  }) => {
    const place = ['--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]
    const task = script(['gate answer', say('never written')])
    const command = startCommand(['run', '--json', task, ...place], { env: ENGLISH })
    await expect.poll(() => models.calls.length).toBe(1)
    disk.fill()
    models.gates.open('answer')
    await expect.poll(() => command.stderr).toContain(data)

    process.kill(command.pid, 'SIGINT')

    expect(await command.ended).toBe(3)
    expect(command.lines.at(-1)).toMatchObject({ error: { code: 'disk_full', details: { path: data } } })
    disk.makeRoom()
    const { page } = await launch()
    await expect(messagesOf(page, 'user')).toContainText('never written')
  })

  for (const [what, before] of [
    ['in a new data folder', false],
    ['in one that was used before', true],
  ] as const) {
    test(`that cannot even begin names the folder and what to do, ${what}`, async ({
      disk,
      models,
      data,
    }) => {
      const place = ['--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]
      if (before) expect((await runCommand([script(say('hello')), ...place])).code).toBe(0)
      disk.fill()

      const { code, result, stderr } = await runCommand([script(say('hello')), ...place], { env: ENGLISH })

      expect([code, result.error]).toEqual([3, { code: 'disk_full', details: { path: data } }])
      expect(stderr).toContain(errors.disk_full.title)
      expect(stderr).toContain(data)
      disk.makeRoom()
      expect((await runCommand([script(say('hello')), ...place])).code).toBe(0)
    })
  }
})

test('a window that cannot open for want of room says so where it was started', async ({ disk, data }) => {
  disk.fill()
  const app = spawn(LAUNCHER, ['--data', data], {
    env: windowEnvironment(ENGLISH),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  app.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))

  await expect.poll(() => said).toContain(errors.disk_full.title)
  expect(said).toContain(data)
  app.kill('SIGKILL') // its dialog waits for a person
})
