// Step 1: what package-lock.json says, and nothing else. Node built-ins only: nothing is installed yet.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env, execPath, platform } from 'node:process'
import { run } from './child.mjs'
import { explainOutput } from './file-faults.mjs'
import { alone } from './lock.mjs'
import { LOCK_STAMP, MODULES, ROOT, SETUP_LOCK, STATE } from './places.mjs'
import { SetupError } from './report.mjs'
import { watchProgress } from './watch-progress.mjs'

const LOCK = join(ROOT, 'package-lock.json')

/** @param {string} file */
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Installs the locked dependencies unless they are there. @param {import('./report.mjs').Doing} doing */
export async function installDependencies(doing) {
  if (isInstalled()) return
  await alone(SETUP_LOCK, async () => {
    if (isInstalled()) return // by whoever had the lock before
    if (!installedByHand()) await installFromLock(doing)
    mkdirSync(STATE, { recursive: true })
    writeFileSync(LOCK_STAMP, sha256(LOCK))
  })
}

/** From this very lock, and not taken apart since. */
const isInstalled = () =>
  existsSync(LOCK_STAMP) &&
  readFileSync(LOCK_STAMP, 'utf8') === sha256(LOCK) &&
  presentPart(readAccount()) === 1

/** @param {import('./report.mjs').Doing} doing */
async function installFromLock(doing) {
  doing('installing what package-lock.json says')
  const installing = npm([installCommand(), '--loglevel=error'])
  const { code, output } = await watchProgress(installing, () => presentPart(readLock(LOCK)), doing)
  if (code !== 0)
    throw new SetupError(`npm could not install the dependencies.\n${explainOutput(output)}\n${output}`)
}

/** How much of it has its folder, from 0 to 1. Packages for other systems are never there. @param {Lock} lock */
function presentPart({ packages }) {
  const paths = Object.keys(packages).filter((path) => path !== '' && !packages[path]?.optional)
  const present = paths.filter((path) => existsSync(join(ROOT, path, 'package.json')))
  return paths.length === 0 ? 0 : present.length / paths.length
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

/** What npm says it has put into node_modules; nothing, where it has not finished. */
const ACCOUNT = join(MODULES, '.package-lock.json')

/** @param {string} file @returns {Lock} */
const readLock = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Half an account, as a crash may leave it, is none. @returns {Lock} */
function readAccount() {
  try {
    return readLock(ACCOUNT)
  } catch {
    return { packages: {} }
  }
}

/** True when somebody ran `npm install` and all of it is there. */
function installedByHand() {
  const locked = readLock(LOCK).packages
  const account = readAccount()
  const present = account.packages
  if (presentPart(account) < 1) return false
  if (Object.keys(present).some((path) => locked[path] === undefined)) return false
  return Object.entries(locked).every(([path, { version, integrity, optional = false }]) => {
    const here = present[path]
    if (here === undefined) return path === '' || optional
    return here.version === version && here.integrity === integrity
  })
}
