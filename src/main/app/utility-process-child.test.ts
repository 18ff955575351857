import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { UtilityProcessChild } from './utility-process-child.ts'

/** What Electron hands out, with a real process behind it: it is there, and it leaves, when the test says so. */
class HeldProcess extends EventEmitter {
  readonly #real: ChildProcess
  readonly done: string[] = []

  constructor() {
    super()
    this.#real = spawn('sleep', ['60'], { stdio: 'ignore' })
    onTestFinished(() => void this.#real.kill('SIGKILL'))
  }

  get pid(): number | undefined {
    return this.#real.pid
  }
  kill(): boolean {
    this.done.push('kill')
    return this.#real.kill()
  }
  postMessage(message: unknown): void {
    this.done.push(`post ${String(message)}`)
  }
  get ended(): Promise<unknown[]> {
    return once(this.#real, 'exit')
  }
}

function setUp() {
  const held = new HeldProcess()
  const child = new UtilityProcessChild(held)
  const exits: unknown[] = []
  child.onExit((exit) => exits.push(exit))
  return { held, child, exits }
}

test('nothing is posted and nobody is killed before the process is there; then all of it, in order', () => {
  const { held, child } = setUp()

  child.send('a')
  child.kill('SIGTERM')
  child.send('b')
  expect(held.done).toEqual([])
  expect(child.pid).toBeUndefined()
  held.emit('spawn')

  expect(held.done).toEqual(['post a', 'kill', 'post b'])
})

test('a hard kill before the process is there ends it as soon as it is', async () => {
  const { held, child } = setUp()

  child.kill('SIGKILL')
  held.emit('spawn')

  expect(await held.ended).toEqual([null, 'SIGKILL'])
  expect(held.done).toEqual([])
})

test('nothing is posted to, and nobody kills, a process that has left', () => {
  const { held, child } = setUp()
  held.emit('spawn')
  held.emit('exit', 0)

  child.send('late')
  child.kill('SIGTERM')
  child.kill('SIGKILL')

  expect(held.done).toEqual([])
  expect(child.pid).toBeUndefined()
})

test('a process that never came up just leaves, and nothing that was kept for it happens', () => {
  const { held, child, exits } = setUp()
  child.send('a')
  child.kill('SIGKILL')

  held.emit('exit', 1)

  expect(held.done).toEqual([])
  expect(exits).toEqual([{ code: 1 }])
})

test.each([
  ['its own exit code', 1, 1],
  ['no exit code for a signal that came from elsewhere', 9, null],
])('an end is told with %s', (_what, code, told) => {
  const { held, exits } = setUp()
  held.emit('spawn')

  held.emit('exit', code)

  expect(exits).toEqual([{ code: told }])
})
