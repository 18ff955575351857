// `npm run dev`: the app from its sources, rebuilt and reloaded at every change.

import { join } from 'node:path'
import { execPath, getuid } from 'node:process'
import { forgetBuild } from '../setup/built-app.mjs'
import { run as runChild } from '../setup/child.mjs'
import { hasDisplay } from '../setup/display.mjs'
import { MODULES, ROOT } from '../setup/places.mjs'
import { SetupError } from '../setup/report.mjs'
import { runtimeEnvironment } from '../setup/runtime.mjs'

/** @type {import('../muster.mjs').Verb['run']} */
export async function run({ args, executable }) {
  if (!hasDisplay()) throw new SetupError('There is no display here to open a window on.')
  forgetBuild()
  const sandbox = getuid?.() === 0 ? ['--noSandbox'] : []
  const tool = join(MODULES, 'electron-vite', 'bin', 'electron-vite.js')
  const { code } = await runChild(execPath, [tool, 'dev', ...sandbox, '--', ...args], {
    cwd: ROOT,
    show: true,
    env: runtimeEnvironment(executable),
  })
  return code
}
