import type { SafeStorage } from 'electron'

/** What keeps keys from everyone but this user: the keychain of the system. */
export interface Encryption {
  /** False: there is none here, or one that only looks like it. */
  isAvailable(): boolean
  encrypt(text: string): Buffer
  /** @throws when the keychain is locked, or is another one than at the time */
  decrypt(bytes: Buffer): string
}

/* eslint-disable @typescript-eslint/no-deprecated -- the asynchronous methods are missing in the oldest runtime */
/**
 * Electron's keychain; to be asked after `ready`. On Linux `basic_text` encrypts with a password that everyone knows
 * and `unknown` promises nothing: both count as none.
 */
export const systemEncryption = (safeStorage: SafeStorage, platform: NodeJS.Platform): Encryption => ({
  isAvailable: () => safeStorage.isEncryptionAvailable() && (platform !== 'linux' || hasKeyring(safeStorage)),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(bytes),
})
/* eslint-enable @typescript-eslint/no-deprecated */

const hasKeyring = (safeStorage: SafeStorage): boolean =>
  !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
