import { readFileSync, statSync, symlinkSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { makePrivateFolder } from './private-folder.ts'

test('the first private folder brings an ignore file, and is for its owner alone', async () => {
  const base = temporaryFolder()

  const folder = await makePrivateFolder(base, 'delegations', 'dlg_1')

  expect(folder).toBe(join(base, '.muster/delegations/dlg_1'))
  expect(readFileSync(join(base, '.muster/.gitignore'), 'utf8')).toBe(
    '/sessions\n/delegations\n/tool-results\n/memory\n/MEMORY.md\n',
  )
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(base, '.muster/delegations')).mode & 0o777).toBe(0o700)
})

test("a user's own ignore file stays", async () => {
  const base = temporaryFolder({ '.muster/.gitignore': 'mine\n' })

  await makePrivateFolder(base, 'sessions')

  expect(readFileSync(join(base, '.muster/.gitignore'), 'utf8')).toBe('mine\n')
})

test('nothing is written through a link that somebody put there', async () => {
  const elsewhere = temporaryFolder()
  const base = temporaryFolder()
  symlinkSync(elsewhere, join(base, '.muster'))

  await expect(makePrivateFolder(base, 'sessions')).rejects.toThrow('is a link')
  expect(readdirSync(elsewhere)).toEqual([])
})
