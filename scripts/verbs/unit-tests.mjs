// The tests beside the code, under vitest.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { run, TIMED_OUT } from '../setup/child.mjs'
import { MODULES, ROOT, STATE } from '../setup/places.mjs'
import { say, step } from '../setup/report.mjs'
import { readVitest, tallyOf } from './tally.mjs'

const REPORT = join(STATE, 'vitest.json')

/** A test that loops forever cannot be stopped from within. Ten times what all of them take on two cores, in ms. */
const LONGEST_RUN_MS = 900_000

export function runUnitTests() {
  return step('unit tests', async (doing) => {
    doing('running')
    rmSync(REPORT, { force: true })
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
    const tool = join(MODULES, 'vitest', 'vitest.mjs')
    const options = { cwd: ROOT, show: true, timeoutMs: LONGEST_RUN_MS }
    const { code } = await run(execPath, [tool, 'run', ...reporters], options)
    if (code === TIMED_OUT) say(`  Ended after ${LONGEST_RUN_MS / 60_000} minutes: a test did not let go.`)
    return tallyOf(code, REPORT, readVitest)
  })
}
