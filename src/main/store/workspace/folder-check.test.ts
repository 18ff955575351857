import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { checkFolder } from './folder-check.ts'

const setup = () => {
  const base = temporaryFolder({ 'home/project/a.txt': '', 'home/data/home/x.txt': '', 'home2/x': '' })
  return { base, rules: { home: join(base, 'home'), dataFolder: join(base, 'home/data') } }
}

const reasonFor = (path: string, rules: Parameters<typeof checkFolder>[1]): Promise<unknown> =>
  checkFolder(path, rules).catch((failure: unknown) =>
    failure instanceof AppError ? (failure.details['reason'] ?? failure.code) : failure,
  )

test('a project is taken, by its real path', async () => {
  const { base, rules } = setup()
  symlinkSync(join(base, 'home/project'), join(base, 'link'))

  expect(await checkFolder(join(base, 'link'), rules)).toBe(join(base, 'home/project'))
  expect(await checkFolder(join(base, 'home2'), rules)).toBe(join(base, 'home2'))
})

test('the root, the home folder, what is above it and the data folder are refused', async () => {
  const { base, rules } = setup()
  symlinkSync(join(base, 'home'), join(base, 'link'))

  expect(await reasonFor('/', rules)).toBe('root')
  expect(await reasonFor(join(base, 'home'), rules)).toBe('home')
  expect(await reasonFor(join(base, 'link'), rules)).toBe('home')
  expect(await reasonFor(base, rules)).toBe('home')
  expect(await reasonFor(dirname(base), rules)).toBe('home')
  expect(await reasonFor(join(base, 'home/data'), rules)).toBe('data')
  expect(await reasonFor(join(base, 'home/data/home'), rules)).toBe('data')
})

test('a folder that is gone, or a file, is missing', async () => {
  const { base, rules } = setup()

  expect(await reasonFor(join(base, 'gone'), rules)).toBe('folder_missing')
  expect(await reasonFor(join(base, 'home/project/a.txt'), rules)).toBe('folder_missing')
})
