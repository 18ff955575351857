// The tests beside the code, under vitest.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { run } from '../setup/child.mjs'
import { MODULES, ROOT, STATE } from '../setup/places.mjs'
import { step } from '../setup/report.mjs'
import { readVitest, tallyOf } from './tally.mjs'

const REPORT = join(STATE, 'vitest.json')

export function runUnitTests() {
  return step('unit tests', async (doing) => {
    doing('running')
    rmSync(REPORT, { force: true })
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
    const tool = join(MODULES, 'vitest', 'vitest.mjs')
    const { code } = await run(execPath, [tool, 'run', ...reporters], { cwd: ROOT, show: true })
    return tallyOf(code, REPORT, readVitest)
  })
}
