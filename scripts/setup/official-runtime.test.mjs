import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readlinkSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendFile, startFileServer } from '../testing/file-server.mjs'
import { listen, scratchFolder } from '../testing/scratch.mjs'
import { writeZip } from '../testing/write-zip.mjs'
import { isKept } from './kept-folder.mjs'
import { provideRelease } from './official-runtime.mjs'

const cache = scratchFolder()
const zip = writeZip([
  { name: 'electron', content: '#!/bin/sh\necho 45.5.0\n', mode: 0o100755 },
  { name: 'locales/en.pak', content: 'letters', mode: 0o100644 },
  { name: 'current', content: 'locales', mode: 0o120755 },
])

/** @param {string} host @param {string} folder */
const release = (host, folder) => ({
  host,
  folder: join(cache, folder),
  version: '45.5.0',
  name: 'electron-v45.5.0-linux-x64.zip',
  sha256: createHash('sha256').update(zip).digest('hex'),
  pauseMs: 1,
})

test('a release is fetched from under its version, checked and unpacked, links and rights included', async () => {
  await using server = await startFileServer(sendFile(zip))
  const wanted = release(server.url, 'fetched')
  await provideRelease(wanted, listen().doing)

  expect(server.requests).toEqual(['/v45.5.0/electron-v45.5.0-linux-x64.zip'])
  expect(statSync(join(wanted.folder, 'electron')).mode & 0o777).toBe(0o755)
  expect(readFileSync(join(wanted.folder, 'current', 'en.pak'), 'utf8')).toBe('letters')
  expect(readlinkSync(join(wanted.folder, 'current'))).toBe('locales')
  expect(isKept(wanted.folder)).toBe(true)
  expect(existsSync(join(cache, wanted.name))).toBe(false)
})

test('a runtime that has lost part of a file is noticed and made anew', async () => {
  await using server = await startFileServer(sendFile(zip))
  const wanted = release(server.url, 'damaged')
  await provideRelease(wanted, listen().doing)
  truncateSync(join(wanted.folder, 'locales', 'en.pak'), 3)
  expect(isKept(wanted.folder)).toBe(false)

  await provideRelease(wanted, listen().doing)
  expect(readFileSync(join(wanted.folder, 'locales', 'en.pak'), 'utf8')).toBe('letters')
})

test('a system for which there is no release is told so', async () => {
  const wanted = { ...release('http://127.0.0.1:9/', 'none'), sha256: undefined }
  await expect(provideRelease(wanted, listen().doing)).rejects.toThrow('not made for this system')
})
