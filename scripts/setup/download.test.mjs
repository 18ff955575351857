import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendFile, sendHalf, startFileServer } from '../testing/file-server.mjs'
import { listen, scratchFolder } from '../testing/scratch.mjs'
import { download } from './download.mjs'

const folder = scratchFolder()
const content = randomBytes(300_000)
const sha256 = createHash('sha256').update(content).digest('hex')

/** @param {import('../testing/file-server.mjs').FileServer} server @param {string} name */
const wantedFrom = (server, name) => ({
  url: `${server.url}${name}`,
  file: join(folder, name),
  sha256,
  pauseMs: 1,
})

test('a file comes as it is, and tells how far it is', async () => {
  await using server = await startFileServer(sendFile(content))
  const { doing, parts } = listen()
  await download(wantedFrom(server, 'whole'), doing)
  expect(readFileSync(join(folder, 'whole')).equals(content)).toBe(true)
  expect(parts.at(-1)).toBe(1)
})

test('a file that is there is not fetched again', async () => {
  await using server = await startFileServer(sendFile(content))
  writeFileSync(join(folder, 'present'), content)
  await download(wantedFrom(server, 'present'), listen().doing)
  expect(server.requests).toEqual([])
})

test('after a broken connection it goes on where it stopped', async () => {
  let broken = false
  await using server = await startFileServer((request, response) => {
    const hasArrived = () => (statSync(join(folder, 'torn.part'), { throwIfNoEntry: false })?.size ?? 0) > 0
    const answer = broken ? sendFile(content) : sendHalf(content, hasArrived)
    broken = true
    return answer(request, response)
  })
  const { doing, said } = listen()
  await download(wantedFrom(server, 'torn'), doing)
  expect(readFileSync(join(folder, 'torn')).equals(content)).toBe(true)
  expect(server.ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)])
  expect(said).toEqual([expect.stringContaining('going on at')])
})

test('what an interrupted set-up has fetched is not fetched again', async () => {
  await using server = await startFileServer(sendFile(content))
  writeFileSync(join(folder, 'resumed.part'), content.subarray(0, 250_000))
  await download(wantedFrom(server, 'resumed'), listen().doing)
  expect(server.ranges).toEqual(['bytes=250000-'])
  expect(readFileSync(join(folder, 'resumed')).equals(content)).toBe(true)
})

test('a server that knows no ranges sends all of it again', async () => {
  await using server = await startFileServer((_request, response) => void response.end(content))
  writeFileSync(join(folder, 'restarted.part'), content.subarray(0, 1_000))
  await download(wantedFrom(server, 'restarted'), listen().doing)
  expect(readFileSync(join(folder, 'restarted')).equals(content)).toBe(true)
})

test('another file under the same name is refused, named by its sum, and deleted', async () => {
  await using server = await startFileServer(sendFile(randomBytes(1_000)))
  const fetching = download(wantedFrom(server, 'other'), listen().doing)
  await expect(fetching).rejects.toThrow(`not\n  ${sha256}`)
  expect([existsSync(join(folder, 'other')), existsSync(join(folder, 'other.part'))]).toEqual([false, false])
})

test('a refusal is said at once', async () => {
  await using server = await startFileServer((_request, response) => void response.writeHead(404).end())
  await expect(download(wantedFrom(server, 'missing'), listen().doing)).rejects.toThrow('status 404')
  expect(server.requests).toHaveLength(1)
})

test('a server that never sends anything is given up after some tries', async () => {
  await using server = await startFileServer((_request, response) => response.destroy())
  await expect(download(wantedFrom(server, 'never'), listen().doing)).rejects.toThrow('could not be fetched')
  expect(server.requests).toHaveLength(4)
})

test.runIf(existsSync('/dev/full'))('a full disk is no reason to try again', async () => {
  await using server = await startFileServer(sendFile(content))
  symlinkSync('/dev/full', join(folder, 'full.part'))
  const fetching = download(wantedFrom(server, 'full'), listen().doing)
  await expect(fetching).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(server.requests).toHaveLength(1)
})
