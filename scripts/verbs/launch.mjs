// `npm run --silent muster -- <arguments>`: the command line of the built app, as an installed Muster has it.

import { join } from 'node:path'
import { platform } from 'node:process'
import { buildApp } from '../setup/built-app.mjs'
import { run as runChild } from '../setup/child.mjs'
import { ROOT } from '../setup/places.mjs'
import { step } from '../setup/report.mjs'

/** @type {import('../muster.mjs').Verb['run']} */
export async function run({ args, executable }) {
  await step('app', buildApp)
  const { command, first } = launcher(executable)
  const { code } = await runChild(command, [...first, ...args], {
    show: true,
    env: { ELECTRON_RUN_AS_NODE: undefined },
  })
  return code
}

/** Windows has no sh. @param {string} executable */
function launcher(executable) {
  if (platform === 'win32') return { command: executable, first: [ROOT, '--'] }
  return { command: join(ROOT, 'resources', 'bin', 'muster'), first: [] }
}
