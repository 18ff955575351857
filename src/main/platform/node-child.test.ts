import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import type { Child, ChildExit } from './child.ts'
import { createNodeLauncher } from './node-child.ts'

const NODE = join(import.meta.dirname, '../../../node_modules/.bin/node')
const ECHO = join(import.meta.dirname, '../testing/echo-child.ts')

type Started = {
  readonly child: Child
  readonly heard: unknown[]
  readonly exits: ChildExit[]
  readonly printed: string[]
}

function start(entry = ECHO, node = NODE): Started {
  const printed: string[] = []
  const launch = createNodeLauncher({ entry, node, print: (text) => printed.push(text) })
  const child = launch({ name: 'echo', env: { ONLY: 'this' }, cwd: temporaryFolder() })
  const [heard, exits]: [unknown[], ChildExit[]] = [[], []]
  child.onMessage((message) => heard.push(message))
  child.onExit((exit) => exits.push(exit))
  onTestFinished(() => child.kill('SIGKILL'))
  return { child, heard, exits, printed }
}

const eventually = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 5_000, interval: 10 })

test('messages go both ways in their order, also those sent before the process is there', async () => {
  const { child, heard } = start()
  const messages = [{ date: new Date(0) }, new Map([['key', [1, 2]]]), 'three']
  for (const message of messages) child.send(message)

  await eventually(() => expect(heard.slice(1)).toEqual(messages))
})

test('a process inherits nothing of the environment', async () => {
  const { heard } = start()

  await eventually(() => expect(heard).toHaveLength(1))
  const names = String(heard[0]).replace('env ', '').split(',')

  expect(names).toContain('ONLY')
  expect(
    names.filter((name) => !['ONLY', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'].includes(name)),
  ).toEqual([])
})

test('one hears that a process is there, and nothing of one that never came up', async () => {
  const there: boolean[] = []
  const { child } = start()
  child.onSpawn(() => there.push(child.pid !== undefined))
  const { child: absent, exits } = start(ECHO, '/no/such/node')
  absent.onSpawn(() => there.push(false))

  await eventually(() => expect(exits).toHaveLength(1))
  await eventually(() => expect(there).toEqual([true]))
})

test('an exit is told once, with its code', async () => {
  const { child, exits } = start()

  child.send('exit 3')
  await eventually(() => expect(exits).toEqual([{ code: 3 }]))
  child.kill('SIGKILL')
  child.send('too late')

  expect(child.pid).toBeUndefined()
  expect(exits).toHaveLength(1)
})

test('a process that is killed leaves without a code', async () => {
  const { child, heard, exits } = start()
  child.send('deaf')
  await eventually(() => expect(heard).toContain('deaf'))

  child.kill('SIGTERM')
  child.send('still there')
  await eventually(() => expect(heard).toContain('still there'))
  child.kill('SIGKILL')

  await eventually(() => expect(exits).toEqual([{ code: null }]))
})

test('a process that never came up is told like one that left', async () => {
  const { child, exits } = start(ECHO, '/nowhere/node')

  await eventually(() => expect(exits).toHaveLength(1))
  expect(child.pid).toBeUndefined()
})

test('a program that does not exist leaves with a code', async () => {
  const { exits, printed } = start('/nowhere/entry.ts')

  await eventually(() => expect(exits).toEqual([{ code: 1 }]))
  expect(printed.join('')).toContain('/nowhere/entry.ts')
})

test('what a process prints is taken', async () => {
  const { child, printed } = start()

  child.send('print hello')

  await eventually(() => expect(printed.join('')).toBe('hello'))
})
