import type { App, Session, WebContents } from 'electron'
import { pageOrigin } from './page-origin.ts'

/** Keeps every page, present and future, where it is: no other address, no window, no embedded page. */
export function guardPages(app: App, pageUrl: string): void {
  const isOurs = (url: string): boolean => pageOrigin(url) === pageOrigin(pageUrl)
  app.on('web-contents-created', (_event, contents) => guardContents(contents, isOurs))
}

function guardContents(contents: WebContents, isOurs: (url: string) => boolean): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOurs(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
}

/** Copying text is all that a page may ask of the system; everything else is Electron's to give and ours to refuse. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write'

export function guardSession(session: Session, pageUrl: string): void {
  const isAllowed = (permission: string, url: string): boolean =>
    permission === ALLOWED_PERMISSION && pageOrigin(url) === pageOrigin(pageUrl)
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isAllowed(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false) // its dictionaries would be downloaded
  session.on('will-download', (event) => event.preventDefault())
}
