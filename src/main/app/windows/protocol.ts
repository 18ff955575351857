import { protocol, type Session } from 'electron'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { findAsset } from './asset-path.ts'
import { CONTENT_POLICY } from './content-policy.ts'
import { SCHEME } from './page-origin.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

const SAFETY_HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
}

/** To be called before `ready`: later Electron takes no scheme. From the second start on the page need not be compiled. */
export function declareScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }])
}

/** Serves the files of `root`, the built page, to windows of this session. */
export function servePage(session: Session, root: string): Disposable {
  session.protocol.handle(SCHEME, ({ method, url }) => answer(root, method, url))
  return { [Symbol.dispose]: () => session.protocol.unhandle(SCHEME) }
}

async function answer(root: string, method: string, url: string): Promise<Response> {
  if (method !== 'GET') return new Response(null, { status: 405 })
  const asset = await findAsset(root, url)
  if ('status' in asset) return new Response(null, { status: asset.status, headers: SAFETY_HEADERS })
  const type = CONTENT_TYPES[extname(asset.path)] ?? 'application/octet-stream'
  return new Response(await readFile(asset.path), { headers: { ...SAFETY_HEADERS, 'content-type': type } })
}
