import type { Network } from '../../../shared/network.ts'

type Fetch = typeof fetch

/** One set of connections for each way out, for as long as somebody holds it. */
const made = new WeakMap<Network, Promise<Fetch>>()

/** A fetch that takes this way out. The usual one where there is nothing special about it: what that needs loads late. */
export const networkFetch = (network: Network | undefined): Fetch =>
  network === undefined ? fetch : async (input, init) => (await fetchThrough(network))(input, init)

function fetchThrough(network: Network): Promise<Fetch> {
  const known = made.get(network) ?? load(network)
  made.set(network, known)
  return known
}

async function load({ httpProxy, httpsProxy, noProxy, authorities }: Network): Promise<Fetch> {
  const [{ EnvHttpProxyAgent, fetch: through }, { rootCertificates }] = await Promise.all([
    import('undici'),
    import('node:tls'),
  ])
  const trust = authorities === '' ? {} : { ca: [...rootCertificates, authorities] }
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy,
    noProxy: noProxy.trim() === '*' ? '*' : [noProxy, ...THIS_COMPUTER].join(','),
    connect: trust,
    requestTls: trust,
    proxyTls: trust,
  })
  // Its types and the built-in ones are the same web interfaces, declared twice.
  return ((input: URL, init: object) => through(input, { ...init, dispatcher })) as unknown as Fetch
}

/** No proxy leads to this very computer, and a key sent to it in the clear must not leave it. */
const THIS_COMPUTER = ['localhost', '.localhost', '127.0.0.1', '[::1]']
