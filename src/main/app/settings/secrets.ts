import type { HostSnapshot } from '../../../shared/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Redactor } from '../../platform/redaction.ts'
import type { Encryption } from './encryption.ts'
import type { EnvironmentKey } from './environment-key.ts'
import { openKeyFile } from './key-file.ts'
import { mayCarryKey, originOf } from '../../outside/model/origin.ts'

export type KeyStatus = HostSnapshot['key']
export type KeyStorage = KeyStatus['storage']

/** Keys of model endpoints. A key is bound to the origin it was saved for and is sent nowhere else. */
export interface Secrets {
  /** Whether requests to this base URL carry a key, and how it is kept. Opens no keychain. */
  status(baseUrl: string): KeyStatus
  /** The key for this base URL; empty when there is none, or when it may not travel there. */
  keyFor(baseUrl: string): string
  /**
   * Keeps a key for the origin of this base URL; an empty one is forgotten. Without a keychain it is kept in memory.
   * @throws AppError `invalid_input` for a URL that is none, or one that no key may travel to
   */
  setKey(baseUrl: string, key: string): Promise<{ storage: KeyStorage }>
}

export type SecretsOptions = {
  readonly path: string
  readonly encryption: Encryption
  readonly environmentKeys: readonly EnvironmentKey[]
  /** Learns every key that this process gets to know. */
  readonly redactor: Redactor
  readonly logger: Logger
}

/** Reads the file, but decrypts a key only when it is first needed, and once: keychains ask people. */
export async function openSecrets(options: SecretsOptions): Promise<Secrets> {
  const { encryption, environmentKeys, redactor, logger } = options
  const file = await openKeyFile(options.path, logger)
  const known = new Map<string, string>()

  function learn(origin: string, key: string): string {
    redactor.add(key)
    known.set(origin, key)
    return key
  }
  for (const { origin, key } of environmentKeys) learn(origin, key)

  function decrypt(origin: string): string {
    const ciphertext = encryption.isAvailable() ? file.get(origin) : null
    if (ciphertext === null) return ''
    try {
      return learn(origin, encryption.decrypt(ciphertext))
    } catch (error) {
      logger.warn('key.unreadable', { origin, error })
      return learn(origin, '')
    }
  }

  function storageOf(origin: string): KeyStorage {
    const key = known.get(origin)
    if (key === '' || !mayCarryKey(origin)) return 'none'
    const isFromEnvironment = environmentKeys.some((each) => each.key === key)
    if (!isFromEnvironment && encryption.isAvailable() && file.get(origin) !== null) return 'encrypted'
    return key === undefined ? 'none' : 'session'
  }

  return {
    status(baseUrl) {
      const origin = originOf(baseUrl)
      const storage = origin === null ? 'none' : storageOf(origin)
      return { present: storage !== 'none', origin: origin ?? '', storage }
    },
    keyFor(baseUrl) {
      const origin = originOf(baseUrl)
      if (origin === null || !mayCarryKey(origin)) return ''
      return known.get(origin) ?? decrypt(origin)
    },
    async setKey(baseUrl, key) {
      const origin = originForKey(baseUrl, key)
      const isStorable = key !== '' && encryption.isAvailable()
      await file.set(origin, isStorable ? encryption.encrypt(key) : null)
      learn(origin, key)
      return { storage: storageOf(origin) }
    },
  }
}

function originForKey(baseUrl: string, key: string): string {
  const origin = originOf(baseUrl)
  const problem = origin === null ? 'not_a_url' : key !== '' && !mayCarryKey(origin) ? 'plain_http' : null
  if (origin !== null && problem === null) return origin
  throw new AppError('invalid_input', `No key can be kept for ${baseUrl}.`, {
    details: { field: 'baseUrl', problem, issue: baseUrl },
  })
}
