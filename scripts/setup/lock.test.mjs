import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath, pid } from 'node:process'
import { expect, test } from 'vitest'
import { scratchFolder } from '../testing/scratch.mjs'
import { run } from './child.mjs'
import { alone } from './lock.mjs'

const folder = scratchFolder()

test('two never work at once, and the second works too', async () => {
  const lock = join(folder, 'shared')
  const diary = join(folder, 'diary')
  const script = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as wait } from 'node:timers/promises'
    import { alone } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)}
    const write = (word) => appendFileSync(${JSON.stringify(diary)}, word)
    await alone(${JSON.stringify(lock)}, async () => { write('<'); await wait(300); write('>') })`
  const work = () => run(execPath, ['--input-type=module', '-e', script])

  const outcomes = await Promise.all([work(), work()])

  expect(readFileSync(diary, 'utf8')).toBe('<><>')
  expect(outcomes.map(({ output }) => output).join('')).toContain('waiting for it')
  expect(existsSync(lock)).toBe(false)
})

test('a lock whose holder is dead is taken over', async () => {
  const lock = join(folder, 'dead')
  const { output } = await run(execPath, ['-p', 'process.pid'])
  writeFileSync(lock, output.trim())
  expect(await alone(lock, async () => readFileSync(lock, 'utf8'))).toBe(String(pid))
})

test('a lock that nobody has touched for long is taken over, whoever has its number now', async () => {
  const lock = join(folder, 'old')
  writeFileSync(lock, String(process.ppid))
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(lock, longAgo, longAgo)
  expect(await alone(lock, async () => readFileSync(lock, 'utf8'))).toBe(String(pid))
})

test('work that fails gives the lock back', async () => {
  const lock = join(folder, 'failed')
  await expect(alone(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})
