import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendFile, startFileServer } from '../testing/file-server.mjs'
import { listen, scratchFolder } from '../testing/scratch.mjs'
import { run } from './child.mjs'
import { withPackage } from './npm-package.mjs'

const folder = scratchFolder()
const cache = join(folder, 'cache')
const NAME = '@somewhere/runtime'
/** @type {Buffer} */
let archive

beforeAll(async () => {
  const content = join(folder, 'package')
  mkdirSync(content)
  writeFileSync(join(content, 'package.json'), JSON.stringify({ name: NAME, version: '1.0.0' }))
  await run('tar', ['-czf', join(folder, 'runtime.tgz'), '-C', folder, 'package'])
  archive = readFileSync(join(folder, 'runtime.tgz'))
})
afterAll(() => vi.unstubAllEnvs())

const sha512 = () => createHash('sha512').update(archive).digest('base64')

/** A registry with this one package. */
async function startRegistry() {
  const server = await startFileServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return sendFile(archive)(request, response)
    const dist = { tarball: `${server.url}runtime.tgz`, integrity: `sha512-${sha512()}` }
    const versions = { '1.0.0': { name: NAME, version: '1.0.0', dist } }
    response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: '1.0.0' }, versions }))
  })
  vi.stubEnv('npm_config_registry', server.url)
  vi.stubEnv('npm_config_cache', join(folder, 'npm'))
  vi.stubEnv('npm_config_prefer_online', 'true')
  return server
}

/** @param {string} hash @param {(file: string) => Promise<void>} use */
const fetching = (hash, use) =>
  withPackage(
    { name: NAME, version: '1.0.0', bytes: archive.length, sha512: hash },
    { folder: cache, doing: listen().doing },
    use,
  )

test('the pinned package comes from the registry that npm is set to, and is gone after its use', async () => {
  await using server = await startRegistry()
  /** @type {Buffer[]} */
  const seen = []
  await fetching(sha512(), async (file) => void seen.push(readFileSync(file)))

  expect(seen[0]?.equals(archive)).toBe(true)
  expect(server.requests).toContain('/runtime.tgz')
  expect(readdirSync(cache)).toEqual([])
})

test('a registry that has something else under this name is not believed', async () => {
  await using _server = await startRegistry()
  const use = vi.fn()
  await expect(fetching('another sum', use)).rejects.toThrow(`its sha512 is\n  ${sha512()}`)
  expect(use).not.toHaveBeenCalled()
})

test('a registry without the package is said in the words of npm', async () => {
  await using server = await startFileServer((_request, response) => void response.writeHead(404).end('{}'))
  vi.stubEnv('npm_config_registry', server.url)
  vi.stubEnv('npm_config_cache', join(folder, 'empty'))
  await expect(fetching(sha512(), async () => undefined)).rejects.toThrow('E404')
})
