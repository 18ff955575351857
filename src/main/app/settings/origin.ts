/** Where requests to this base URL go: scheme, host and port. Null for anything but an http or https URL. */
export function originOf(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null
  const { protocol, origin } = new URL(baseUrl)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}

/** Whether a key may travel there: encrypted, or not leaving this computer. */
export function isSafeForKeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return (
    protocol === 'https:' ||
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
