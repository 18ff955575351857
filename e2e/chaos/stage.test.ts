import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isAlive } from '../fixtures/processes.ts'
import { setStage, takeDownAll, workersOf } from './stage.ts'

// Who works where is read from Linux's own list of processes.
const isLinux = process.platform === 'linux'

test.runIf(isLinux)('a process that works in a world is seen, and ended with it', async () => {
  const stage = await setStage({ smallDisk: false })
  expect(stage.alive()).toEqual([])
  const stray = spawn('sleep', ['60'], { cwd: stage.folder, stdio: 'ignore' })
  const gone = once(stray, 'exit')
  await once(stray, 'spawn')

  expect(stage.alive()).toEqual([stray.pid])

  await stage[Symbol.asyncDispose]()
  expect(await gone).toEqual([null, 'SIGKILL'])
})

test.runIf(isLinux)('a driver that leaves early takes its worlds down, stopped processes too', async () => {
  await using stage = await setStage({ smallDisk: false })
  const stopped = spawn('sleep', ['60'], { cwd: stage.folder, stdio: 'ignore' })
  const gone = once(stopped, 'exit')
  await once(stopped, 'spawn')
  stopped.kill('SIGSTOP')

  takeDownAll()

  expect(await gone).toEqual([null, 'SIGKILL'])
  expect(existsSync(stage.base)).toBe(false)
})

const PARENT = `
  const work = 'process.title = "muster run_1"; process.stdout.write("named"); setInterval(() => {}, 1000)'
  require('node:child_process').spawn(process.execPath, ['-e', work], { stdio: 'inherit' })`

test.runIf(isLinux)('a worker is known though it is named after its run', async () => {
  await using stage = await setStage({ smallDisk: false })
  const main = spawn(process.execPath, ['-e', PARENT], { cwd: stage.folder })
  await once(main.stdout, 'data')

  const workers = workersOf(main.pid ?? 0)

  expect(workers).toHaveLength(1)
  expect(stage.alive()).toEqual(expect.arrayContaining(workers))
})

test.runIf(isLinux)('the app of a world leaves when its driver is killed', async () => {
  const driver = spawn(process.execPath, [join(import.meta.dirname, 'doomed-driver.ts')])
  const [told] = (await once(driver.stdout, 'data')) as [Buffer]
  const { pid, base } = JSON.parse(told.toString()) as { pid: number; base: string }
  expect(isAlive(pid)).toBe(true)

  driver.kill('SIGKILL')

  await vi.waitUntil(() => !isAlive(pid), { timeout: 15_000 })
  rmSync(base, { recursive: true })
})
