import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '../src/shared/locales/en/errors.ts'
import { canMount } from '../src/main/testing/can-mount.ts'
import { call, recall, say, script } from '../src/main/testing/script/write-script.ts'
import { runCommand, startCommand } from './fixtures/command-line.ts'
import { windowEnvironment } from './fixtures/environment.ts'
import { readLedger, writeDatabase } from './fixtures/ledger.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { LAUNCHER } from './fixtures/places.ts'
import { readingTask, writeFacts } from './fixtures/story.ts'
import { expect, randomToken, test as base, TOKEN } from './fixtures/test.ts'
import { callHost, messagesOf, sendMessage, workIn } from './fixtures/window.ts'

const ENGLISH = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' }

/** Arguments that every command here needs. */
const test = base.extend<{ readonly place: readonly string[] }>({
  place: async ({ models, data, folder }, use) =>
    use(['--folder', folder, '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]),
})

/** Runs a command that cannot do its work, and answers with what it had to say. */
async function refusalOf(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const command = startCommand(['run', 'task', ...args], { parse: false, env: ENGLISH })
  const code = await command.ended
  return { code, said: command.stderr }
}

test('an endpoint where nobody listens is named, and the message is kept', async ({ place, data }) => {
  const token = randomToken()

  const { code, result, stderr } = await runCommand(
    [token, ...place, '--base-url', 'http://127.0.0.1:9/v1'],
    {
      env: ENGLISH,
    },
  )

  expect([code, result.error?.code]).toEqual([3, 'model_unreachable'])
  expect(stderr).toContain(errors.model_unreachable.title)
  expect(stderr).toContain('127.0.0.1:9')
  expect(
    readLedger(data, `select 1 from entries where kind = 'user' and content like '%${token}%'`),
  ).toHaveLength(1)
})

test('a wrong key waits for another one, and the message is answered with it', async ({ launch, models }) => {
  const [token, key] = [randomToken(), randomToken()]
  const { page } = await launch()
  await sendMessage(page, script(['first 1 status 401 no such key', say(token)]))
  await expect(page.getByTestId('breaker-card')).toHaveAttribute('data-code', 'model_unauthorized')
  await expect(page.getByTestId('breaker-card')).toContainText('no such key')

  await callHost(page, 'settings.setKey', { baseUrl: models.baseUrl, key })
  await page.getByTestId('breaker-resume').click()

  await expect(messagesOf(page, 'assistant').last()).toContainText(token)
  await expect(messagesOf(page, 'user')).toHaveCount(1)
  expect(models.calls.map(({ headers }) => headers.authorization)).toEqual([undefined, `Bearer ${key}`])
})

test('an unknown model is named, and asked again on a click', async ({ launch }) => {
  const token = randomToken()
  const { page } = await launch()
  await sendMessage(page, script(['first 1 status 404 no such model', say(token)]))
  const failure = page.getByTestId('failure')
  await expect(failure).toHaveAttribute('data-code', 'model_unknown')
  await expect(failure).toContainText(MODEL_NAME)

  await page.getByTestId('failure-continue').click()

  await expect(messagesOf(page, 'assistant').last()).toContainText(token)
})

test('a folder that is deleted in mid-conversation is said, and found again when it is back', async ({
  launch,
  folder,
}) => {
  const { page } = await launch()
  await workIn(page, folder)
  await sendMessage(page, script(say('hello')))
  await expect(messagesOf(page, 'assistant').last()).toContainText('hello')
  rmSync(folder, { recursive: true })

  await sendMessage(page, script(call('read_file', { path: 'fact-1.txt' }), recall(TOKEN)))
  const failure = page.getByTestId('failure')
  await expect(failure).toHaveAttribute('data-code', 'folder_missing')
  await expect(failure).toContainText(folder)
  mkdirSync(folder)
  const [fact] = writeFacts(folder, 1)
  await page.getByTestId('failure-continue').click()

  await expect(messagesOf(page, 'assistant').last()).toContainText(fact?.token ?? 'no fact')
  await expect(messagesOf(page, 'user')).toHaveCount(2)
})

test.describe('a broken settings file', () => {
  const BROKEN = '{ "model": { "name": "half'

  test('is kept and said on the command line, which goes on with defaults', async ({ place, data }) => {
    const token = randomToken()
    writeFileSync(join(data, 'settings.json'), BROKEN)

    const { code, result, stderr } = await runCommand([script(say(token)), ...place], { env: ENGLISH })

    expect([code, result.text]).toEqual([0, token])
    expect(stderr).toContain(errors.settings_broken.title)
    expect(stderr).toContain(join(data, 'settings.json'))
    expect(readFileSync(join(data, 'settings.json'), 'utf8')).toBe(BROKEN)
  })

  test('is said on screen, and stays beside the one that the first change writes', async ({
    launch,
    data,
  }) => {
    writeFileSync(join(data, 'settings.json'), BROKEN)
    const { page } = await launch({ env: ENGLISH, args: ['--lang=en'] })
    const notice = page.getByTestId('notice')
    await expect(notice).toContainText('settings.json')
    await expect(notice).toContainText(errors.settings_broken.title)
    expect(readFileSync(join(data, 'settings.json'), 'utf8')).toBe(BROKEN)

    await callHost(page, 'settings.change', { changes: [{ path: 'appearance.theme', value: 'dark' }] })

    const beside = readdirSync(data).filter((name) => name.startsWith('settings.broken-'))
    expect(beside.map((name) => readFileSync(join(data, name), 'utf8'))).toEqual([BROKEN])
    expect(JSON.parse(readFileSync(join(data, 'settings.json'), 'utf8'))).toEqual({
      appearance: { theme: 'dark' },
    })
  })
})

test.describe('a database that is not for this version is refused and left as it is', () => {
  for (const [what, make, expected] of [
    [
      'of a newer version',
      (path: string) => writeDatabase(path, 'pragma application_id = 0x4d535452; pragma user_version = 999'),
      errors.data_newer,
    ],
    [
      "of somebody else's",
      (path: string) => writeDatabase(path, 'create table songs (name text); pragma user_version = 3'),
      errors.data_unreadable,
    ],
    [
      'that is none',
      (path: string) => writeFileSync(path, randomToken().repeat(1_000)),
      errors.data_unreadable,
    ],
  ] as const) {
    test(what, async ({ place, data, models }) => {
      make(join(data, 'ledger.db'))
      const before = readFileSync(join(data, 'ledger.db'), 'base64')

      const { code, said } = await refusalOf(place)

      expect(code).toBe(3)
      expect(said).toContain(expected.title)
      expect(readFileSync(join(data, 'ledger.db'), 'base64')).toBe(before)
      expect(models.calls).toEqual([])
    })
  }
})

test('a command says that a window uses its data folder', async ({ launch, place, data }) => {
  await launch()

  const { code, said } = await refusalOf(place)

  expect(code).toBe(3)
  expect(said).toContain(errors.data_in_use.title)
  expect(said).toContain(data)
})

test('a second window hands its folder to the first and leaves', async ({ launch, data, folder }) => {
  const { page } = await launch()

  const second = spawn(LAUNCHER, [folder, '--data', data], { env: windowEnvironment({}), stdio: 'ignore' })

  expect(await new Promise((resolve) => second.once('close', resolve))).toBe(0)
  await expect(page.getByTestId('folder-chip')).toHaveText('work')
  const { conversations } = await callHost(page, 'host.snapshot', undefined)
  expect(conversations).toMatchObject([{ folder }])
})

test('data and work may lie where names have spaces, umlauts and Chinese in them', async ({
  models,
  data,
}) => {
  const [own, work] = [join(data, 'Grüße an Zoë', '数据 1'), join(data, "Bücher & 'Ähnliches'", '我的 文件')]
  mkdirSync(work, { recursive: true })
  const [fact] = writeFacts(work, 1)
  if (!fact) throw new Error('no fact')
  const written = `Ünïcode ${randomToken()} 你好`
  const task = script(
    [
      call('write_file', { path: 'Öffnen – 打开.txt', content: written }),
      call('delegate', { tasks: [readingTask(fact)], wait: true }),
    ],
    recall(TOKEN),
  )

  const { code, result } = await runCommand([
    task,
    '--folder',
    work,
    '--data',
    own,
    '--base-url',
    models.baseUrl,
    '--model',
    MODEL_NAME,
    '--mode',
    'auto',
  ])

  expect([code, result.error]).toEqual([0, null])
  expect(result.text).toContain(fact.token)
  expect(readFileSync(join(work, 'Öffnen – 打开.txt'), 'utf8')).toBe(written)
  const [run] = readLedger<{ folder: string; transcript_path: string }>(
    own,
    'select folder, transcript_path from delegation_runs',
  )
  expect(run?.folder).toBe(work)
  expect(readFileSync(join(work, run?.transcript_path ?? ''), 'utf8')).toContain(fact.token)
})

test('a data folder that cannot be written is said', async ({ place, data }) => {
  test.skip(!canMount, 'needs root on Linux')
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', data])
  try {
    const { code, said } = await refusalOf(place)

    expect(code).toBe(3)
    expect(said).toContain(errors.data_unreadable.title)
    expect(said).toContain(data)
  } finally {
    spawnSync('umount', [data])
  }
})
