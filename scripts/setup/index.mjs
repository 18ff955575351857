// The set-up, in order. Every step looks first whether its work is done, so that a second run takes no time and
// an interrupted one goes on where it stopped.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { alone } from './lock.mjs'
import { CACHE, LOCK_STAMP, SETUP_LOCK, STATE } from './places.mjs'
import { SetupError, step } from './report.mjs'
import { planRuntime, provideRuntime, provideWorking } from './runtime.mjs'
import { buildSqlite, forgetBuiltSqlite, isSqliteUsable } from './sqlite.mjs'
import { checkSharedLibraries, provideSystemPackages } from './system-packages.mjs'

const VERIFIED = join(STATE, 'verified')

/**
 * Everything after the dependencies.
 *
 * @param {{ testing: boolean }} purpose
 * @returns {Promise<string>} the Electron executable
 */
export async function prepareMachine({ testing }) {
  const plan = await step('download host', planRuntime)
  if (plan.kind === 'ready' && isVerified(plan.executable, testing)) return plan.executable
  return alone(SETUP_LOCK, async () => {
    const executable = await provideAll(plan, testing)
    writeFileSync(VERIFIED, verification(executable, testing))
    return executable
  })
}

/** @param {import('./runtime.mjs').Plan} plan @param {boolean} testing */
async function provideAll(plan, testing) {
  mkdirSync(CACHE, { recursive: true })
  const [executable] = await Promise.all([
    // The cache is shared by all checkouts.
    step('Electron runtime', (doing) => alone(`${CACHE}.lock`, () => provideRuntime(plan, doing))),
    provideNatives({ testing, building: plan.kind === 'substitute' }),
  ])
  await checkSharedLibraries(executable)
  const sound = await step('Electron runtime', (doing) => provideWorking(executable, doing))
  await step('better-sqlite3', (doing) => verifySqlite(sound, doing))
  return sound
}

/**
 * While the runtime is still on its way: what the system lacks, and what certainly has to be built for it.
 *
 * @param {{ testing: boolean, building: boolean }} purpose
 */
async function provideNatives(purpose) {
  await step('system packages', (doing) => provideSystemPackages(purpose, doing))
  if (purpose.building) await step('better-sqlite3', buildSqlite)
}

/** @param {string} executable @param {import('./report.mjs').Doing} doing */
async function verifySqlite(executable, doing) {
  const works = async () => (await isSqliteUsable(executable)) && (await isSqliteUsable(execPath))
  if (await works()) return
  await forgetBuiltSqlite()
  if (await works()) return
  await provideSystemPackages({ testing: false, building: true }, doing)
  await buildSqlite(doing)
  if (!(await works()))
    throw new SetupError(`better-sqlite3 does not work under ${executable}, even built for it.`)
}

/** What was looked at: this runtime, this Node, these dependencies. @param {string} executable @param {boolean} testing */
function verification(executable, testing) {
  const { size, mtimeMs } = statSync(executable)
  const lock = readFileSync(LOCK_STAMP, 'utf8')
  return [executable, size, mtimeMs, execPath, lock, testing ? 'tests' : 'app'].join('\n')
}

/** What is good enough for the tests is good enough for the app. @param {string} executable @param {boolean} testing */
function isVerified(executable, testing) {
  if (!existsSync(VERIFIED)) return false
  const found = readFileSync(VERIFIED, 'utf8')
  return found === verification(executable, true) || (!testing && found === verification(executable, false))
}
