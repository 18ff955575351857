import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentOf } from '../src/shared/entry.ts'
import { errors } from '../src/shared/locales/en/errors.ts'
import { call, say, script } from '../src/main/testing/script/write-script.ts'
import { runCommand, startCommand, type CommandOptions } from './fixtures/command-line.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { canBeOrdinary, ordinaryUser } from './fixtures/ordinary-user.ts'
import { writeFacts } from './fixtures/story.ts'
import { expect, randomToken, test as base } from './fixtures/test.ts'

const ENGLISH = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' }

type Person = {
  /** Runs commands as somebody whom the system can refuse something. */
  readonly as: CommandOptions
  readonly place: readonly string[]
}

const test = base.extend<{ readonly person: Person }>({
  person: async ({ models, data, folder }, use, info) => {
    info.skip(!canBeOrdinary, 'there is nobody here who could be refused anything')
    const root = join(data, '..')
    const home = join(root, 'home')
    const bench = join(root, 'bench')
    for (const path of [home, bench]) mkdirSync(path)
    const before = ordinaryUser(bench, [root, data, folder, home, bench])
    await use({
      as: { before, env: { ...ENGLISH, HOME: home } },
      place: ['--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME],
    })
    for (const path of [data, folder]) chmodSync(path, 0o700)
  },
})

test('a folder that may not be read is named, and nothing is asked of a model', async ({
  person: { as, place },
  folder,
  models,
}) => {
  chmodSync(folder, 0o000)

  const { code, result, stderr } = await runCommand(['task', '--folder', folder, ...place], as)

  expect([code, result.error]).toEqual([4, { code: 'folder_missing', details: { path: folder } }])
  expect(stderr).toContain(errors.folder_missing.title)
  expect(models.calls).toEqual([])
})

test('a folder that may not be read any more in mid-work is told to the agent, and nothing is lost', async ({
  person: { as, place },
  folder,
  models,
}) => {
  const token = randomToken()
  writeFacts(folder, 1)
  const read = call('read_file', { path: 'fact-1.txt' })
  const task = script(['gate lock', say('I look.'), read], say(token))
  const command = startCommand(['run', '--json', task, '--folder', folder, ...place], as)
  await expect.poll(() => models.calls.length).toBe(1)
  chmodSync(folder, 0o000)
  models.gates.open('lock')

  expect(await command.ended).toBe(0)
  const contents = command.lines.flatMap((line) => (line.type === 'entry' ? [line.entry.content] : []))
  const result = contents.find(
    (content): content is ContentOf<'tool_result'> => content.kind === 'tool_result',
  )
  expect(result).toMatchObject({ ok: false, tool: 'read_file' })
  expect(command.lines.at(-1)).toMatchObject({ text: token, error: null })
})

test('a folder that may only be read is worked in, and what cannot be written is said', async ({
  person: { as, place },
  folder,
}) => {
  const token = randomToken()
  writeFileSync(join(folder, 'notes.txt'), token)
  chmodSync(folder, 0o500)
  const task = script(
    [
      call('write_file', { path: 'new.txt', content: 'x' }),
      call('delegate', { tasks: [{ goal: script(say(token)) }], wait: true }),
    ],
    say('done'),
  )

  const { code, lines, result } = await runCommand(['--mode', 'auto', task, '--folder', folder, ...place], as)

  expect([code, result.text, result.delegations.map(({ state }) => state)]).toEqual([
    0,
    'done',
    ['completed'],
  ])
  const results = lines.flatMap((line) =>
    line.type === 'entry' && line.entry.content.kind === 'tool_result' ? [line.entry.content] : [],
  )
  expect(results.find(({ tool }) => tool === 'write_file')).toMatchObject({ ok: false })
  expect(results.find(({ tool }) => tool === 'delegate')?.text).toContain(token)
})

test('instructions that may not be read are left out, and that is said', async ({
  person: { as, place },
  folder,
  models,
}) => {
  const words = randomToken()
  writeFileSync(join(folder, 'AGENTS.md'), words)
  if (process.getuid?.() !== 0) chmodSync(join(folder, 'AGENTS.md'), 0o000)
  else chmodSync(join(folder, 'AGENTS.md'), 0o600) // root's, and nobody else's

  const args = [script(say('hello')), '--trust', '--folder', folder, ...place]
  const { code, stderr } = await runCommand(args, as)

  expect(code).toBe(0)
  expect(stderr).toContain('1 of the files')
  expect(models.calls.map(({ body }) => body.includes(words))).toEqual([false])
})

test('a data folder that may only be read is named, and so is one that may not be made', async ({
  person: { as, place },
  data,
}) => {
  chmodSync(data, 0o500)
  for (const path of [data, join(data, 'new')]) {
    const { code, result, stderr } = await runCommand(['task', ...place, '--data', path], as)

    expect([code, result.error?.code]).toEqual([3, 'data_unreadable'])
    expect(stderr).toContain(path)
  }
})

test('a ledger that may not be read is named and left as it is', async ({ person: { as, place }, data }) => {
  expect((await runCommand([script(say('hello')), ...place], as)).code).toBe(0)
  const ledger = join(data, 'ledger.db')
  const before = readFileSync(ledger, 'base64')
  chmodSync(ledger, 0o000)

  const { code, result, stderr } = await runCommand(['task', ...place], as)

  expect([code, result.error?.code]).toEqual([3, 'data_unreadable'])
  expect(stderr).toContain(data)
  expect(readFileSync(ledger, 'base64')).toBe(before)
})

test('a log that may not be written stops nothing', async ({ person: { as, place }, data }) => {
  const token = randomToken()
  mkdirSync(join(data, 'logs'), { mode: 0o500 })

  const { code, result } = await runCommand([script(say(token)), ...place], as)

  expect([code, result.text]).toEqual([0, token])
})
