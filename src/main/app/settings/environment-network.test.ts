import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readEnvironmentNetwork } from './environment-network.ts'

function read(env: Record<string, string>) {
  const warnings: string[] = []
  const logger = {
    info: () => undefined,
    warn: (event: string) => void warnings.push(event),
    error: () => undefined,
  }
  return { network: readEnvironmentNetwork(env, logger), warnings }
}

test('an environment that says nothing leads straight', () => {
  expect(read({ NO_PROXY: 'localhost' }).network).toBeNull()
})

test('proxies and exceptions are taken, small letters before large ones, and a scheme is put on', () => {
  expect(
    read({ HTTP_PROXY: 'one:1', http_proxy: 'two:2', HTTPS_PROXY: 'http://three:3', no_proxy: 'a,b' })
      .network,
  ).toEqual({ httpProxy: 'http://two:2', httpsProxy: 'http://three:3', noProxy: 'a,b', authorities: '' })
})

test('one proxy is used for both', () => {
  expect(read({ HTTP_PROXY: 'http://one:1' }).network).toMatchObject({ httpsProxy: 'http://one:1' })
})

test('files with authorities are read', () => {
  const folder = temporaryFolder({ 'a.pem': 'AAA', 'b.pem': 'BBB' })

  expect(
    read({ NODE_EXTRA_CA_CERTS: join(folder, 'a.pem'), SSL_CERT_FILE: join(folder, 'b.pem') }).network,
  ).toMatchObject({ httpsProxy: '', authorities: 'AAA\nBBB' })
})

test('what cannot be used is said and left out', () => {
  expect(read({ HTTPS_PROXY: 'http://', SSL_CERT_FILE: '/nowhere/at.all' })).toEqual({
    network: null,
    warnings: ['network.proxy_unusable', 'network.authorities_unreadable'],
  })
})
