import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { setStage } from './stage.ts'

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
