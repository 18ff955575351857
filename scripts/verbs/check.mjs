// `npm run check`: everything that can be said about the code without starting the app. Changes nothing, and is
// the same on every machine.

import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { run as runChild } from '../setup/child.mjs'
import { MODULES, ROOT, STATE } from '../setup/places.mjs'
import { say, step } from '../setup/report.mjs'
import { closingLine, sum } from './tally.mjs'
import { runUnitTests } from './unit-tests.mjs'

/** @typedef {{ name: string, tool: string, args: readonly string[] }} Check `tool` is a file under node_modules or scripts */

/** @param {string} project @returns {Check} */
const types = (project) => ({
  name: `types (${project})`,
  tool: join(MODULES, 'typescript', 'bin', 'tsc'),
  args: [
    '-p',
    `tsconfig.${project}.json`,
    '--incremental',
    '--tsBuildInfoFile',
    join(STATE, `${project}.tsbuildinfo`),
  ],
})

/** The slowest first, so that two cores end at about the same time. @type {readonly Check[]} */
const CHECKS = [
  { name: 'lint', tool: join(MODULES, 'eslint', 'bin', 'eslint.js'), args: ['.', '--max-warnings=0'] },
  { name: 'layers', tool: join(ROOT, 'scripts', 'layers', 'check.mjs'), args: [] },
  types('node'),
  types('electron33'),
  types('web'),
  types('tools'),
  {
    name: 'format',
    tool: join(MODULES, 'prettier', 'bin', 'prettier.cjs'),
    args: ['--check', '.', '--cache', '--cache-location', join(STATE, 'prettier')],
  },
]

export async function run() {
  const tally = await checkEverything()
  process.stdout.write(`${closingLine(tally)}\n`)
  return tally.failed === 0 ? 0 : 1
}

/** A check that fails counts as one failure; all the others still run. @returns {Promise<import('./tally.mjs').Tally>} */
export async function checkEverything() {
  mkdirSync(STATE, { recursive: true })
  const waiting = [...CHECKS]
  let failed = 0
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (!(await passes(check))) failed += 1
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism() - 1) }, work))
  return sum({ passed: 0, failed, skipped: 0 }, await runUnitTests())
}

/** @param {Check} check */
async function passes({ name, tool, args }) {
  return step(name, async (doing) => {
    doing('checking')
    const { code, output } = await runChild(execPath, [tool, ...args], { cwd: ROOT })
    if (code !== 0) say(output)
    return code === 0
  })
}
