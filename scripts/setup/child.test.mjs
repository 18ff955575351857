import { execPath } from 'node:process'
import { expect, test } from 'vitest'
import { run, TIMED_OUT } from './child.mjs'

test('a program that is missing ends with 127', async () => {
  expect((await run('/no/such/program', [])).code).toBe(127)
})

test('a program whose time is up is ended together with what it started', async () => {
  const endless = `require('node:child_process').spawnSync(process.execPath, ['-e', 'for (;;);'], { stdio: 'inherit' })`

  // Its output ends when the last one who could write to it is gone.
  expect((await run(execPath, ['-e', endless], { timeoutMs: 1_000 })).code).toBe(TIMED_OUT)
})
