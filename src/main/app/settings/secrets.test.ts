import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { createRedactor } from '../../platform/redaction.ts'
import type { Encryption } from './encryption.ts'
import type { EnvironmentKey } from './environment-key.ts'
import { openSecrets } from './secrets.ts'

const URL_A = 'https://a.example/v1'
const URL_B = 'https://b.example/v1'
const KEY = 'sk-0123456789abcdefghij'

/** A keychain in memory: XOR hides the text well enough to see whether a file holds it. */
function createKeychain(): Encryption & { decryptions: number } {
  const flip = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a))
  return {
    decryptions: 0,
    isAvailable: () => true,
    encrypt: (text) => flip(Buffer.from(text)),
    decrypt(bytes) {
      this.decryptions += 1
      return flip(bytes).toString()
    },
  }
}

/** A system without a keychain. */
const noEncryption: Encryption = {
  isAvailable: () => false,
  encrypt: () => Buffer.alloc(0),
  decrypt: () => '',
}

const bound = (key: string, origin: string): EnvironmentKey => ({
  key,
  origin,
  baseUrl: `${origin}/v1`,
  variable: 'SOME_API_KEY',
})

function setup() {
  const path = join(mkdtempSync(join(tmpdir(), 'muster-secrets-')), 'secrets.json')
  const redactor = createRedactor()
  const open = (encryption: Encryption, environmentKeys: readonly EnvironmentKey[] = []) =>
    openSecrets({ path, encryption, environmentKeys, redactor, logger: silentLogger })
  return { path, open, redactor }
}

test('a stored key comes back after a restart, from a file that does not show it', async () => {
  const { path, open } = setup()

  expect(await (await open(createKeychain())).setKey(URL_A, KEY)).toEqual({ storage: 'encrypted' })

  const secrets = await open(createKeychain())
  expect(secrets.status(URL_A)).toEqual({ present: true, origin: 'https://a.example', storage: 'encrypted' })
  expect(secrets.keyFor(URL_A)).toBe(KEY)
  expect(readFileSync(path, 'utf8')).not.toContain(KEY)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('the keychain is asked once, and not before a key is needed', async () => {
  const { open } = setup()
  await (await open(createKeychain())).setKey(URL_A, KEY)
  const keychain = createKeychain()
  const secrets = await open(keychain)

  secrets.status(URL_A)
  expect(keychain.decryptions).toBe(0)
  secrets.keyFor(URL_A)
  secrets.keyFor(`${URL_A}/other`)
  expect(keychain.decryptions).toBe(1)
})

test('a key is sent to no other origin than the one it was saved for', async () => {
  const { open } = setup()
  const secrets = await open(createKeychain())
  await secrets.setKey(URL_A, KEY)

  for (const other of [
    URL_B,
    'https://a.example:8443/v1',
    'http://a.example/v1',
    'https://a.example.b.example',
  ])
    expect([secrets.keyFor(other), secrets.status(other).present]).toEqual(['', false])
})

test('without a keychain a key is kept for this session, and no file is written', async () => {
  const { path, open } = setup()
  const secrets = await open(noEncryption)

  expect(await secrets.setKey(URL_A, KEY)).toEqual({ storage: 'session' })

  expect(secrets.keyFor(URL_A)).toBe(KEY)
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  expect((await open(noEncryption)).status(URL_A)).toMatchObject({ present: false, storage: 'none' })
})

test('a key kept for the session replaces the stored one for good', async () => {
  const { open } = setup()
  await (await open(createKeychain())).setKey(URL_A, 'sk-old-old-old-old')

  await (await open(noEncryption)).setKey(URL_A, KEY)

  expect((await open(createKeychain())).keyFor(URL_A)).toBe('')
})

test('an empty key is forgotten', async () => {
  const { path, open } = setup()
  const secrets = await open(createKeychain())
  await secrets.setKey(URL_A, KEY)

  expect(await secrets.setKey(URL_A, '')).toEqual({ storage: 'none' })

  expect(secrets.keyFor(URL_A)).toBe('')
  expect(readFileSync(path, 'utf8')).not.toContain('a.example')
})

test('no key goes over plain http, except to this computer', async () => {
  const { open } = setup()
  const secrets = await open(createKeychain(), [bound(KEY, 'http://far.example')])

  await expect(secrets.setKey('http://far.example/v1', KEY)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(secrets.keyFor('http://far.example/v1')).toBe('')
  for (const near of ['http://127.0.0.1:8080/v1', 'http://localhost:1/v1', 'http://[::1]:1/v1']) {
    await secrets.setKey(near, KEY)
    expect(secrets.keyFor(near)).toBe(KEY)
  }
})

test('what is no web address has no key and takes none', async () => {
  const { open } = setup()
  const secrets = await open(createKeychain())

  for (const none of ['', 'a.example', 'file:///etc/passwd', 'javascript:1']) {
    expect(secrets.status(none)).toEqual({ present: false, origin: '', storage: 'none' })
    expect(secrets.keyFor(none)).toBe('')
    await expect(secrets.setKey(none, KEY)).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('a key from the environment goes before the stored one and is never written', async () => {
  const { path, open } = setup()
  await (await open(createKeychain())).setKey(URL_A, 'sk-stored-stored-stored')
  const before = readFileSync(path, 'utf8')

  const secrets = await open(createKeychain(), [bound(KEY, 'https://a.example')])

  expect(secrets.keyFor(URL_A)).toBe(KEY)
  expect(secrets.status(URL_A).storage).toBe('session')
  expect(readFileSync(path, 'utf8')).toBe(before)
})

test('every key that became known is masked in logs', async () => {
  const { open, redactor } = setup()
  await (await open(createKeychain())).setKey(URL_A, KEY)
  await open(noEncryption, [bound('env-0123456789abcdefghij', 'https://b.example')])

  expect(redactor.redact(`${KEY} env-0123456789abcdefghij`)).toBe('sk-012…ghij env-01…ghij')
})

test('a broken file costs its keys and nothing else', async () => {
  const { path, open } = setup()
  writeFileSync(path, '{"version":1,"keys":{"https://a.example":5}}')

  const secrets = await open(createKeychain())

  expect(secrets.status(URL_A).present).toBe(false)
  expect(await secrets.setKey(URL_A, KEY)).toEqual({ storage: 'encrypted' })
})

test('a key that the keychain cannot read counts as absent', async () => {
  const { open } = setup()
  await (await open(createKeychain())).setKey(URL_A, KEY)
  const other: Encryption = {
    ...createKeychain(),
    decrypt: () => {
      throw new Error('another keychain')
    },
  }

  const secrets = await open(other)

  expect(secrets.keyFor(URL_A)).toBe('')
  expect(secrets.status(URL_A).present).toBe(false)
})
