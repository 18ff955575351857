import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { makeDataFolder } from './data-folder.ts'

test('the command line comes before the environment, and that before the place of the system', async () => {
  const base = temporaryFolder()
  const env = { MUSTER_DATA: join(base, 'env') }

  expect(await makeDataFolder(join(base, 'named'), env, join(base, 'system'))).toBe(join(base, 'named'))
  expect(await makeDataFolder(null, env, join(base, 'system'))).toBe(join(base, 'env'))
  expect(await makeDataFolder(null, {}, join(base, 'system'))).toBe(join(base, 'system'))
})

test('folders on the way are made, for their owner alone', async () => {
  const path = join(temporaryFolder(), 'Übung 数据', 'muster')

  await makeDataFolder(path, {}, '')

  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('two starts that make it at once both have it', async () => {
  const path = join(temporaryFolder(), 'a', 'b')

  expect(await Promise.all([makeDataFolder(path, {}, ''), makeDataFolder(path, {}, '')])).toEqual([
    path,
    path,
  ])
})

test('a file in its place is said', async () => {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, '')

  await expect(makeDataFolder(path, {}, '')).rejects.toMatchObject({
    code: 'folder_missing',
    details: { path },
  })
  await expect(makeDataFolder(join(path, 'below'), {}, '')).rejects.toMatchObject({ code: 'folder_missing' })
})

test.runIf(process.platform === 'linux')(
  'a place where no folder can be made is said, and soon',
  async () => {
    await expect(makeDataFolder('/proc/muster', {}, '')).rejects.toMatchObject({ code: 'folder_missing' })
  },
)
