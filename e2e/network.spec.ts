import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { call, recall, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { openProxy } from '../src/main/testing/proxy.ts'
import { AUTHORITY, SERVER_IDENTITY } from '../src/main/testing/tls-identity.ts'
import { runCommand } from './fixtures/command-line.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { expect, randomToken, test as base, TOKEN } from './fixtures/test.ts'

/** The model server behind TLS, with a certificate of an authority that no machine knows. */
const test = base.extend<{ readonly place: readonly string[] }>({
  place: async ({ models, data, folder }, use) => {
    const port = Number(new URL(models.baseUrl).port)
    const server = createServer(SERVER_IDENTITY, (secure) => {
      const plain = connect(port, '127.0.0.1')
      secure.on('error', () => plain.destroy())
      plain.on('error', () => secure.destroy())
      secure.pipe(plain).pipe(secure)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}/v1`
    await use(['--folder', folder, '--data', data, '--base-url', baseUrl, '--model', MODEL_NAME])
    server.close()
  },
})

test('main and its workers trust an authority that the environment names', async ({ data, place }) => {
  const token = randomToken()
  const authority = join(data, 'authority.pem')
  writeFileSync(authority, AUTHORITY)
  const tasks = [{ goal: scripted('Say it.', say(token)) }]
  const task = script(call('delegate', { tasks, wait: true }), recall(TOKEN))

  const { code, result } = await runCommand([task, ...place], { env: { SSL_CERT_FILE: authority } })

  expect([code, result.text]).toEqual([0, token])
})

test('and nothing is asked of a stranger', async ({ models, place }) => {
  const { code, result } = await runCommand([script(say('never')), ...place])

  expect([code, result.error?.code]).toEqual([3, 'model_unreachable'])
  expect(models.calls).toEqual([])
})

test('main and its workers ask through a proxy, with its credentials, and show them to nobody', async ({
  data,
  folder,
  place,
}) => {
  const token = randomToken()
  const authority = join(data, 'authority.pem')
  writeFileSync(authority, AUTHORITY)
  const credentials = { name: 'kim', password: randomToken() }
  const port = Number(new URL(place[place.indexOf('--base-url') + 1] ?? '').port)
  await using proxy = await openProxy(port, { credentials })
  const elsewhere = ['--base-url', 'https://models.test/v1', '--model', MODEL_NAME]
  const tasks = [{ goal: scripted('Say it.', say(token)) }]
  const task = script(call('delegate', { tasks, wait: true }), recall(TOKEN))

  const { code, result } = await runCommand([task, '--folder', folder, '--data', data, ...elsewhere], {
    env: { SSL_CERT_FILE: authority, HTTPS_PROXY: proxy.url },
  })

  expect([code, result.text]).toEqual([0, token])
  expect(new Set(proxy.tunnels)).toEqual(new Set(['models.test:443']))
  expect(proxy.tunnels.length).toBeGreaterThan(1) // main and the worker, each its own
  for (const file of readdirSync(data, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(credentials.password)
})
