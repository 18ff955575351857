// `npm test`: build, check, and drive the built app. The last line says how many tests passed and failed.

import { buildApp } from '../setup/built-app.mjs'
import { say, SetupError, step } from '../setup/report.mjs'
import { runAppTests } from './app-tests.mjs'
import { strikeShortly } from './chaos.mjs'
import { checkEverything } from './check.mjs'
import { closingLine, sum } from './tally.mjs'

/** @type {import('../muster.mjs').Verb['run']} */
export async function run(context) {
  const built = await builds()
  const checked = await checkEverything()
  const driven = built ? await runAppTests('app', context) : { passed: 0, failed: 1, skipped: 0 }
  const struck = await strikeShortly()
  const tally = sum(checked, driven, struck)
  process.stdout.write(`${closingLine(tally)}\n`)
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1
}

/** An app that does not build is no reason to keep quiet about the rest. */
async function builds() {
  try {
    await step('app', buildApp)
    return true
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    return false
  }
}
