import { readFileSync } from 'node:fs'
import type { Network } from '../../../shared/network.ts'
import type { Logger } from '../../platform/logger.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The way out that the environment describes: `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`, also in small letters, and the files
 * with authorities named by `NODE_EXTRA_CA_CERTS` and `SSL_CERT_FILE`. Null: straight, trusting the usual ones.
 *
 * Read once by the root: workers have an environment of their own that holds none of these. What cannot be used is logged
 * and left out.
 */
export function readEnvironmentNetwork(env: Variables, logger: Logger): Network | null {
  const valueOf = (name: string): string => env[name.toLowerCase()] || env[name] || ''
  const httpProxy = addressOf(valueOf('HTTP_PROXY'), logger)
  const network = {
    httpProxy,
    httpsProxy: addressOf(valueOf('HTTPS_PROXY'), logger) || httpProxy,
    noProxy: valueOf('NO_PROXY'),
    authorities: ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']
      .map((name) => readAuthorities(env[name], logger))
      .filter((text) => text !== '')
      .join('\n'),
  }
  return network.httpsProxy === '' && network.authorities === '' ? null : network
}

/** Often written without its scheme. */
function addressOf(proxy: string, logger: Logger): string {
  if (proxy === '') return ''
  const address = proxy.includes('://') ? proxy : `http://${proxy}`
  if (URL.canParse(address)) return address
  logger.warn('network.proxy_unusable')
  return ''
}

function readAuthorities(path: string | undefined, logger: Logger): string {
  if (!path) return ''
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    logger.warn('network.authorities_unreadable', { path, error })
    return ''
  }
}
