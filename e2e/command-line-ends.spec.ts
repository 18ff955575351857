import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { runCommand, startCommand, type ResultLine } from './fixtures/command-line.ts'
import { commandEnvironment } from './fixtures/environment.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { LAUNCHER } from './fixtures/places.ts'
import { commandLineOf, expectAllGone, treeOf } from './fixtures/processes.ts'
import { knows, taskOf } from './fixtures/story.ts'
import { expect, randomToken, test as base, TOKEN } from './fixtures/test.ts'

/** How a command ends when it is not simply done. */
const test = base.extend<{ readonly place: readonly string[] }>({
  place: async ({ models, data, folder }, use) =>
    use(['--folder', folder, '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]),
})

/** A sub-agent that has to ask before it learns the token that its command prints. */
const askingTask = (token: string): { goal: string } => ({
  goal: scripted('Find the token.', call('shell', { command: `echo ${token}` }), recall(TOKEN)),
})

for (const wait of [false, true]) {
  test(`a sub-agent's question ends the command at once and is answered by another, ${wait ? 'waited for' : 'in the background'}`, async ({
    models,
    place,
    data,
  }) => {
    const token = randomToken()
    const task = script(call('delegate', { tasks: [askingTask(token)], wait }), say('Later.'), recall(TOKEN))

    const asked = await runCommand([task, ...place])
    expect(asked.code).toBe(2)
    const id = /muster answer (\S+)/.exec(asked.stderr)?.[1] ?? ''
    const where = ['--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]
    const answered = startCommand(['answer', id, 'allow', '--json', ...where])

    expect(await answered.ended).toBe(0)
    const result = answered.lines.at(-1) as ResultLine
    expect(result.delegations).toMatchObject([{ state: 'completed' }])
    const parents = models.calls.filter((request) => taskOf(request) === task)
    expect(parents.filter((request) => knows(request, [token])).length).toBeGreaterThan(0)
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends a command with a result, and all that it started`, async ({ models, place }) => {
    const task = script(call('shell', { command: 'sleep 600 & (setsid sleep 601 &); sleep 602' }), say('no'))
    const command = startCommand(['run', '--json', task, ...place, '--mode', 'full'], {
      env: { MUSTER_ALLOW_FULL: '1' },
    })
    await models.called(() => true)
    await expect.poll(() => treeOf(command.pid).filter((pid) => isSleeping(pid)).length).toBeGreaterThan(0)
    const tree = treeOf(command.pid)

    process.kill(command.pid, signal)

    expect(await command.ended).toBe(3)
    expect(command.lines.at(-1)).toMatchObject({ type: 'result', error: { code: 'stopped' } })
    await expectAllGone(tree)
  })
}

test('a command that nobody listens to any more ends', async ({ place }) => {
  const task = script([say('one'), 'pause 300', say('two')], say('three'))
  const full = openSync('/dev/full', 'w')
  const child = spawn(LAUNCHER, ['run', '--json', task, ...place], {
    env: commandEnvironment({}),
    stdio: ['ignore', full, 'ignore'],
  })

  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(3)
})

test.describe('without a display', () => {
  test('a window is refused with the command line named', async ({ data }) => {
    const command = startCommand(['--data', data], { parse: false })

    expect(await command.ended).toBe(4)
    expect(command.stderr).toContain('muster run')
  })
  test('a mistyped command is named', async ({ data }) => {
    const command = startCommand(['vershun', '--data', data], { parse: false })

    expect(await command.ended).toBe(4)
    expect(command.stderr).toContain('vershun')
  })
})

test('programs get an object for what is refused too', async ({ data, folder }) => {
  const wrongUrl = startCommand(['run', 'task', '--json', '--base-url', 'nowhere'])
  expect(await wrongUrl.ended).toBe(4)
  expect(wrongUrl.lines).toMatchObject([{ type: 'result', error: { code: 'invalid_input' } }])

  const noFolder = startCommand(['run', 'task', '--json', '--data', data, '--folder', join(folder, 'gone')])
  expect(await noFolder.ended).toBe(4)
  expect(noFolder.lines).toMatchObject([{ type: 'result', error: { code: 'folder_missing' } }])
})

const isSleeping = (pid: number): boolean => commandLineOf(pid).startsWith('sleep')
