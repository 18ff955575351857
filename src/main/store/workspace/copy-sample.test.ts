import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { copySample } from './copy-sample.ts'

test('a sample is copied whole, and what a person changed in it stays', async () => {
  const from = temporaryFolder()
  const to = join(temporaryFolder(), 'deep', 'sample')
  await mkdir(join(from, 'sales'))
  await writeFile(join(from, 'sales', 'a.csv'), 'shipped')
  await writeFile(join(from, 'README.md'), 'shipped')

  expect(await copySample(from, to)).toBe(to)
  await writeFile(join(to, 'README.md'), 'mine')
  await copySample(from, to)

  expect(await readFile(join(to, 'sales', 'a.csv'), 'utf8')).toBe('shipped')
  expect(await readFile(join(to, 'README.md'), 'utf8')).toBe('mine')
})
