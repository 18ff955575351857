import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Network } from '../../../shared/network.ts'
import type { Logger } from '../../platform/logger.ts'

type Variables = Readonly<Record<string, string | undefined>>

export type EnvironmentNetwork = {
  /** The way out; null: straight, trusting the usual authorities. */
  readonly network: Network | null
  /** Variables that say something which cannot be used; it was left out. */
  readonly unusable: readonly string[]
}

/**
 * The way out that the environment describes: `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`, also in small letters, and the files
 * with authorities named by `NODE_EXTRA_CA_CERTS` and `SSL_CERT_FILE`.
 *
 * Read once by the root: workers have an environment of their own that holds none of these.
 */
export function readEnvironmentNetwork(env: Variables, logger: Logger): EnvironmentNetwork {
  const unusable: string[] = []
  const leaveOut = (name: string, error?: unknown): '' => {
    unusable.push(name)
    logger.warn('network.unusable', { variable: name, error }) // not its value: a proxy's may hold a password
    return ''
  }
  const nameOf = (name: string): string => (env[name.toLowerCase()] ? name.toLowerCase() : name)
  const proxyIn = (name: string): string => {
    const address = addressOf(env[name] ?? '')
    return address ?? leaveOut(name)
  }
  const authoritiesIn = (name: string): string => {
    try {
      const path = env[name]
      return path ? readAuthorities(path) || leaveOut(name) : ''
    } catch (error) {
      return leaveOut(name, error)
    }
  }
  const httpProxy = proxyIn(nameOf('HTTP_PROXY'))
  const network = {
    httpProxy,
    httpsProxy: proxyIn(nameOf('HTTPS_PROXY')) || httpProxy,
    noProxy: env[nameOf('NO_PROXY')] ?? '',
    authorities: ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']
      .map(authoritiesIn)
      .filter((text) => text !== '')
      .join('\n'),
  }
  const isStraight = network.httpsProxy === '' && network.authorities === ''
  return { network: isStraight ? null : network, unusable }
}

/** Often written without its scheme. Null: no proxy that can be spoken to. */
function addressOf(proxy: string): string | null {
  if (proxy === '') return ''
  const address = proxy.includes('://') ? proxy : `http://${proxy}`
  return URL.canParse(address) && /^https?:/i.test(address) ? address : null
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** The certificates in a file; one that is broken would otherwise break every connection. */
const readAuthorities = (path: string): string =>
  (readFileSync(path, 'utf8').match(CERTIFICATES) ?? []).filter(isCertificate).join('\n')

function isCertificate(text: string): boolean {
  try {
    new X509Certificate(text)
    return true
  } catch {
    return false
  }
}
