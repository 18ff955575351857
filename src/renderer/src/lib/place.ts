/** Where answers come from: this computer, a named host, or nowhere yet. */
export type Place =
  | { readonly kind: 'none' }
  | { readonly kind: 'this-computer' }
  | { readonly kind: 'host'; readonly host: string }

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Reads the place off a base URL; one that does not parse is nowhere. */
export function placeOf(baseUrl: string): Place {
  if (!URL.canParse(baseUrl)) return { kind: 'none' }
  const { protocol, hostname, host } = new URL(baseUrl)
  if (protocol !== 'https:' && protocol !== 'http:') return { kind: 'none' }
  return LOOPBACK.test(hostname) ? { kind: 'this-computer' } : { kind: 'host', host }
}
