import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isKept, keepFolder } from './kept-folder.mjs'

async function kept() {
  const base = mkdtempSync(join(tmpdir(), 'muster-kept-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const folder = join(base, 'runtime')
  /** @param {string} empty */
  const fill = async (empty) => writeFileSync(join(empty, 'program'), 'whole')
  await keepFolder(folder, fill)
  return { folder, fill }
}

test('a folder that was made whole is kept', async () => {
  const { folder } = await kept()

  expect(isKept(folder)).toBe(true)
})

test('one that lost a file, or part of one, is not', async () => {
  const { folder } = await kept()
  truncateSync(join(folder, 'program'), 2)

  expect(isKept(folder)).toBe(false)
})

test.each(['', '[["program",', 'null'])('one whose list is %j is not, and can be made anew', async (list) => {
  const { folder, fill } = await kept()
  writeFileSync(`${folder}.files.json`, list)

  expect(isKept(folder)).toBe(false)

  await keepFolder(folder, fill)
  expect(isKept(folder)).toBe(true)
})
