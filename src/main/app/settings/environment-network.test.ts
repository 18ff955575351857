import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUTHORITY } from '../../testing/tls-identity.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readEnvironmentNetwork } from './environment-network.ts'

function read(env: Record<string, string>) {
  const warnings: string[] = []
  const logger = {
    info: () => undefined,
    warn: (event: string) => void warnings.push(event),
    error: () => undefined,
  }
  return { ...readEnvironmentNetwork(env, logger), warnings }
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

test('files with authorities are read, and what is no certificate in them is left out', () => {
  const cert = AUTHORITY.trim()
  const broken = cert.replace(/M/g, 'N')
  const folder = temporaryFolder({ 'a.pem': `# ours\n${cert}\n`, 'b.pem': `${broken}\n${cert}` })
  const files = { NODE_EXTRA_CA_CERTS: join(folder, 'a.pem'), SSL_CERT_FILE: join(folder, 'b.pem') }

  expect(read(files)).toMatchObject({
    network: { httpsProxy: '', authorities: `${cert}\n${cert}` },
    unusable: [],
  })
})

test('what cannot be used is said and left out', () => {
  expect(read({ HTTPS_PROXY: 'http://', SSL_CERT_FILE: '/nowhere/at.all' })).toEqual({
    network: null,
    unusable: ['HTTPS_PROXY', 'SSL_CERT_FILE'],
    warnings: ['network.unusable', 'network.unusable'],
  })
})

test('a proxy of a kind that cannot be spoken to, and a file without certificates, are named', () => {
  const folder = temporaryFolder({ 'ca.pem': 'not a certificate' })
  const env = { https_proxy: 'socks5://127.0.0.1:1080', NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }

  expect(read(env)).toMatchObject({ network: null, unusable: ['https_proxy', 'NODE_EXTRA_CA_CERTS'] })
})
