// The set-up, in order. Every step looks first whether its work is done, so that a second run takes no time and
// an interrupted one goes on where it stopped.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { LOCK_STAMP, STATE } from './places.mjs'
import { SetupError, step } from './report.mjs'
import { planRuntime, provideRuntime } from './runtime.mjs'
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

  const building = plan.kind === 'substitute'
  const [executable] = await Promise.all([
    step('Electron runtime', (doing) => provideRuntime(plan, doing)),
    provideNatives({ testing, building }),
  ])
  await checkSharedLibraries(executable)
  await step('better-sqlite3', (doing) => verifySqlite(executable, doing))
  writeFileSync(VERIFIED, verification(executable, testing))
  return executable
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

/** @param {string} executable @param {(what: string) => void} doing */
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
