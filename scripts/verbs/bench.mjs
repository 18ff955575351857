// `npm run bench`: how fast the built app is, beside the same things done with nothing of ours. Figures are of the
// machine and the moment, so a missed goal is shown and is no failure.

import { join } from 'node:path'
import { execPath } from 'node:process'
import { buildApp } from '../setup/built-app.mjs'
import { run as runChild } from '../setup/child.mjs'
import { withDisplay } from '../setup/display.mjs'
import { ROOT } from '../setup/places.mjs'
import { step } from '../setup/report.mjs'
import { runtimeEnvironment } from '../setup/runtime.mjs'

/** @type {import('../muster.mjs').Verb['run']} */
export async function run({ args, executable }) {
  await step('app', buildApp)
  const program = join(ROOT, 'e2e', 'bench', 'run-benchmarks.ts')
  const { code } = await withDisplay((display) =>
    runChild(execPath, [program, ...args], {
      cwd: ROOT,
      show: true,
      env: { ...runtimeEnvironment(executable), ...display },
    }),
  )
  return code
}
