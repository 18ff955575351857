const LOOPBACK = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * What a key is bound to: scheme, host and port of a base URL.
 * @returns null when `baseUrl` is no http(s) address, or one with a name and password in it
 */
export function originOf(baseUrl: string): string | null {
  const url = parseEndpoint(baseUrl)
  return url === null ? null : url.origin
}

/** Whether the address stays on this computer. */
export const isLoopback = (baseUrl: string): boolean =>
  LOOPBACK.test(parseEndpoint(baseUrl)?.hostname ?? 'not an address')

/** Whether a key may be sent there at all: over TLS, or without leaving this computer. */
export const mayCarryKey = (baseUrl: string): boolean =>
  originOf(baseUrl)?.startsWith('https:') === true || isLoopback(baseUrl)

/** Host and port for people and details; the text itself when it is no address. */
export const hostOf = (baseUrl: string): string => parseEndpoint(baseUrl)?.host ?? baseUrl

/** The address of one of an endpoint's resources, e.g. `models`. */
export const resourceUrl = (baseUrl: string, resource: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/${resource}`

function parseEndpoint(baseUrl: string): URL | null {
  if (!URL.canParse(baseUrl)) return null
  const url = new URL(baseUrl)
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:'
  return isHttp && url.username === '' && url.password === '' ? url : null
}
