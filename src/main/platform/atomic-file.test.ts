import { mkdtempSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canMount } from '../testing/can-mount.ts'
import { mountSmallDisk } from '../testing/small-disk.ts'
import { writeFileAtomically } from './atomic-file.ts'

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'muster-atomic-'))

test('the file holds the text, its folder nothing else', async () => {
  const folder = join(temporaryFolder(), 'new')

  await writeFileAtomically(join(folder, 'a.json'), 'one')
  await writeFileAtomically(join(folder, 'a.json'), 'two')

  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('two')
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('a write that fails leaves nothing behind and says so', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'a.json'))

  await expect(writeFileAtomically(join(folder, 'a.json'), 'text')).rejects.toThrow()

  expect(readdirSync(folder)).toEqual(['a.json'])
})

test.skipIf(process.platform === 'win32')('only the owner can read it unless told otherwise', async () => {
  const path = join(temporaryFolder(), 'a.json')

  await writeFileAtomically(path, 'text')

  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test.skipIf(!canMount)('a full disk is named with the folder, and leaves the old text', async () => {
  const disk = mountSmallDisk()
  const path = join(disk.folder, 'state.json')
  await writeFileAtomically(path, 'old')
  disk.fill()

  await expect(writeFileAtomically(path, 'new')).rejects.toMatchObject({
    code: 'disk_full',
    details: { path: disk.folder },
  })
  expect(readFileSync(path, 'utf8')).toBe('old')
})

test.skipIf(!canMount)('a place that may only be read is named', async () => {
  const { folder } = mountSmallDisk('ro')

  await expect(writeFileAtomically(join(folder, 'state.json'), 'new')).rejects.toMatchObject({
    code: 'data_unreadable',
    details: { path: folder },
  })
})
