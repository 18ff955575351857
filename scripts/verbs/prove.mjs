// `npm run prove [-- --only <name>]`: shows for each guard that a test goes red when it is taken away. A test that
// stays green is a test of nothing.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { GUARDS } from '../prove.guards.mjs'
import { run as runChild } from '../setup/child.mjs'
import { MODULES, ROOT } from '../setup/places.mjs'
import { say, SetupError } from '../setup/report.mjs'

/** What vitest needs of the checkout. */
const COPIED = [
  'src',
  'e2e',
  'scripts',
  'resources',
  'package.json',
  'vitest.config.ts',
  '.dependency-cruiser.mjs',
]

/** Longest run of one test file, in ms. */
const TEST_MS = 120_000

/** @type {import('../muster.mjs').Verb['run']} */
export async function run({ args }) {
  const guards = chosen(args)
  const copy = mkdtempSync(join(tmpdir(), 'muster-prove-'))
  try {
    copySources(copy)
    let unproven = 0
    for (const guard of guards) {
      const fault = await faultOf(guard, copy)
      if (fault !== undefined) unproven += 1
      say(fault === undefined ? `✓ ${guard.name}: red without it` : `✗ ${guard.name}: ${fault}`)
    }
    process.stdout.write(`${guards.length - unproven} passed, ${unproven} failed\n`)
    return unproven === 0 ? 0 : 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** @param {readonly string[]} args */
function chosen(args) {
  const [flag, name] = args
  if (flag === undefined) return GUARDS
  const found = flag === '--only' ? GUARDS.filter((guard) => guard.name === name) : []
  if (found.length > 0) return found
  throw new SetupError(
    `Usage: npm run prove [-- --only <name>], with one of\n${GUARDS.map((guard) => `  ${guard.name}`).join('\n')}`,
  )
}

/** @param {string} copy */
function copySources(copy) {
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(MODULES, join(copy, 'node_modules'), 'junction')
}

/**
 * Breaks the guard, runs its test, mends it again.
 *
 * @param {import('../prove.guards.mjs').Guard} guard
 * @param {string} copy
 * @returns {Promise<string | undefined>} why the guard is not proven, or undefined
 */
async function faultOf(guard, copy) {
  const file = join(copy, guard.file)
  const sound = readFileSync(file, 'utf8')
  const places = sound.split(guard.text).length - 1
  if (places !== 1) return `its text stands ${places} times in ${guard.file}, not once`
  const before = await colourOf(guard, copy)
  if (before !== 'green') return `“${guard.title}” in ${guard.test} is ${before} with the guard in place`
  try {
    writeFileSync(
      file,
      sound.replace(guard.text, () => guard.replacement),
    )
    const after = await colourOf(guard, copy)
    return after === 'red' ? undefined : `“${guard.title}” is ${after} without it`
  } finally {
    writeFileSync(file, sound)
  }
}

/**
 * A run that leaves no report proves nothing: it may have crashed, hung or never begun for a reason of its own. A
 * guard against endless work needs a test that ends by its own time limit.
 *
 * @param {import('../prove.guards.mjs').Guard} guard
 * @param {string} copy
 * @returns {Promise<'red' | 'green' | 'missing' | 'without a report'>}
 */
async function colourOf(guard, copy) {
  const report = join(copy, 'prove.json')
  rmSync(report, { force: true })
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [
    vitest,
    'run',
    guard.test,
    '-t',
    escaped(guard.title),
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  await runChild(execPath, args, { cwd: copy, timeoutMs: TEST_MS, env: { CI: 'true' } })
  const read = tryRead(report)
  if (read === undefined) return 'without a report'
  const tests = read.testResults.flatMap((file) => file.assertionResults)
  const meant = tests.filter((one) => one.status !== 'skipped' && one.fullName.includes(guard.title))
  if (meant.length === 0) return 'missing'
  return meant.some((one) => one.status === 'failed') ? 'red' : 'green'
}

/** `-t` takes a pattern. @param {string} title */
const escaped = (title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * @param {string} report
 * @returns {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] } | undefined}
 */
function tryRead(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
