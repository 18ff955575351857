// Step 1: what package-lock.json says, and nothing else. Node built-ins only: nothing is installed yet.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env, execPath, platform } from 'node:process'
import { run } from './child.mjs'
import { LOCK_STAMP, MODULES, ROOT, STATE } from './places.mjs'
import { SetupError } from './report.mjs'

const LOCK = join(ROOT, 'package-lock.json')

/** @param {string} file */
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Installs the locked dependencies unless they are there. @param {(what: string) => void} doing */
export async function installDependencies(doing) {
  const wanted = sha256(LOCK)
  if (existsSync(LOCK_STAMP) && readFileSync(LOCK_STAMP, 'utf8') === wanted) return
  if (!installedByHand()) {
    doing('installing what package-lock.json says')
    const { code, output } = await npm([installCommand(), '--loglevel=error'])
    if (code !== 0) throw new SetupError(`npm could not install the dependencies.\n\n${output}`)
  }
  mkdirSync(STATE, { recursive: true })
  writeFileSync(LOCK_STAMP, wanted)
}

/** `npm ci` starts by deleting node_modules, which Windows refuses while the Node in there runs us. */
function installCommand() {
  return platform === 'win32' && execPath.startsWith(MODULES) ? 'install' : 'ci'
}

/**
 * Runs npm as the person's own npm, on the Node that it belongs to: ours is deleted by `npm ci`.
 *
 * @param {readonly string[]} args
 * @param {import('./child.mjs').RunOptions} [options]
 */
export function npm(args, options = {}) {
  const at = { cwd: ROOT, ...options }
  if (env.npm_execpath === undefined) return run(platform === 'win32' ? 'npm.cmd' : 'npm', args, at)
  return run(env.npm_node_execpath ?? execPath, [env.npm_execpath, ...args], at)
}

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean }> }} Lock */

/** True when somebody ran `npm install`, which leaves its own account of what stands in node_modules. */
function installedByHand() {
  const account = join(MODULES, '.package-lock.json')
  if (!existsSync(account)) return false
  const locked = /** @type {Lock} */ (JSON.parse(readFileSync(LOCK, 'utf8'))).packages
  const present = /** @type {Lock} */ (JSON.parse(readFileSync(account, 'utf8'))).packages
  if (Object.keys(present).some((path) => locked[path] === undefined)) return false
  return Object.entries(locked).every(([path, { version, integrity, optional = false }]) => {
    const here = present[path]
    if (here === undefined) return path === '' || optional
    return here.version === version && here.integrity === integrity
  })
}
