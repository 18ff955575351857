/** Pages come from here and from nowhere else: a scheme of our own, standard and secure, never `file:`. */
export const SCHEME = 'app'

export const PAGE_URL = `${SCHEME}://muster/index.html`

/** Scheme and host of a page; `URL.origin` knows none for schemes that are not the web's. */
export function pageOrigin(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, host } = new URL(url)
  return host === '' ? null : `${protocol}//${host}`
}
