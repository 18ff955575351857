// `npm run chaos`: strikes the app at hundreds of seeded moments and looks whether anything was lost or doubled.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { run as runChild } from '../setup/child.mjs'
import { ROOT, STATE } from '../setup/places.mjs'
import { step } from '../setup/report.mjs'
import { closingLine, tallyOf } from './tally.mjs'

/** One point for each kind of fault, with short sleeps. */
const SHORT = ['--points', '13', '--short']

/** @param {readonly string[]} args see e2e/chaos/run-chaos.ts */
function strike(args) {
  return step('chaos', async (doing) => {
    doing('striking')
    const report = join(STATE, 'chaos.json')
    rmSync(report, { force: true })
    const program = join(ROOT, 'e2e', 'chaos', 'run-chaos.ts')
    const { code } = await runChild(execPath, [program, ...args, '--report', report], {
      cwd: ROOT,
      show: true,
    })
    return tallyOf(code, report, (tally) => tally)
  })
}

/** The part that belongs to every test run. */
export const strikeShortly = () => strike(SHORT)

/** @type {import('../muster.mjs').Verb['run']} */
export async function run({ args }) {
  const tally = await strike(args)
  process.stdout.write(`${closingLine(tally)}\n`)
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1
}
