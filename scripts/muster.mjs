// The one way in: `node scripts/muster.mjs <verb> [arguments]`, which is what every npm script calls.
//
// It brings the machine to where the verb can run, then runs it. Nothing but Node's own modules may be imported
// here and by setup/dependencies.mjs: on a clean clone there is nothing else yet.

import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { argv, env, execPath, versions } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Interrupted, run } from './setup/child.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { explainFault } from './setup/file-faults.mjs'
import { MODULES, PROJECT_NODE } from './setup/places.mjs'
import { say, SetupError, step } from './setup/report.mjs'

/**
 * @typedef {{ args: readonly string[], executable: string }} Context `executable` is Electron's; empty for verbs that need none
 * @typedef {{ run: (context: Context) => Promise<number> }} Verb answers with the exit code
 * @typedef {'dependencies' | 'app' | 'tests'} Needs how much of the set-up has to be done before
 */

/** @type {Record<string, { needs: Needs, load: () => Promise<Verb> }>} */
const VERBS = {
  setup: { needs: 'tests', load: () => import('./verbs/setup.mjs') },
  start: { needs: 'app', load: () => import('./verbs/start.mjs') },
  launch: { needs: 'app', load: () => import('./verbs/launch.mjs') },
  dev: { needs: 'app', load: () => import('./verbs/dev.mjs') },
  build: { needs: 'dependencies', load: () => import('./verbs/build.mjs') },
  package: { needs: 'app', load: () => import('./verbs/package.mjs') },
  check: { needs: 'dependencies', load: () => import('./verbs/check.mjs') },
  prove: { needs: 'dependencies', load: () => import('./verbs/prove.mjs') },
  test: { needs: 'tests', load: () => import('./verbs/test.mjs') },
  e2e: { needs: 'tests', load: () => import('./verbs/e2e.mjs') },
  bench: { needs: 'tests', load: () => import('./verbs/bench.mjs') },
  chaos: { needs: 'tests', load: () => import('./verbs/chaos.mjs') },
  screenshots: { needs: 'tests', load: () => import('./verbs/screenshots.mjs') },
}

/** @returns {Promise<number>} the exit code */
async function main() {
  const [name = '', ...args] = argv.slice(2)
  const verb = VERBS[name]
  if (verb === undefined)
    throw new SetupError(`Usage: node scripts/muster.mjs ${Object.keys(VERBS).join(' | ')}`)
  checkNode()
  await step('dependencies', installDependencies)
  if (PROJECT_NODE !== undefined && existsSync(PROJECT_NODE) && !isSame(PROJECT_NODE, execPath)) {
    return continueOn(PROJECT_NODE)
  }
  env.PATH = [join(MODULES, '.bin'), env.PATH].join(delimiter)
  const executable = verb.needs === 'dependencies' ? '' : await prepare(verb.needs)
  return (await verb.load()).run({ args, executable })
}

/** @param {'app' | 'tests'} needs */
async function prepare(needs) {
  const { prepareMachine } = await import('./setup/index.mjs')
  return prepareMachine({ testing: needs === 'tests' })
}

/** npm needs no more than this, and everything after npm runs on the project's own Node. */
function checkNode() {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new SetupError(`Muster needs Node 20.19 or newer to set itself up; this is ${versions.node}.`)
}

/** Every tool then runs on one and the same Node, wherever the command was started from. @param {string} node */
async function continueOn(node) {
  const { code } = await run(node, [fileURLToPath(import.meta.url), ...argv.slice(2)], { show: true })
  return code
}

/** @param {string} one @param {string} other */
const isSame = (one, other) => realpathSync(one) === realpathSync(other)

try {
  process.exitCode = await main()
} catch (error) {
  const words = error instanceof SetupError ? error.message : explainFault(error)
  if (words === undefined && !(error instanceof Interrupted)) throw error
  if (words !== undefined) say(`\n${words}\n`)
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1
}
