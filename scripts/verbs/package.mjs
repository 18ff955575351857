// `npm run package`: an unpacked package of this system under release/. With arguments, what electron-builder makes
// of them, such as `-- --linux deb`.

import { join } from 'node:path'
import { execPath } from 'node:process'
import { buildApp } from '../setup/built-app.mjs'
import { run as runChild } from '../setup/child.mjs'
import { MODULES, ROOT } from '../setup/places.mjs'
import { say, SetupError, step } from '../setup/report.mjs'
import { runtimeEnvironment } from '../setup/runtime.mjs'
import { isSubstitute } from '../setup/substitute-runtime.mjs'

/** @type {import('../muster.mjs').Verb['run']} */
export async function run({ args, executable }) {
  await step('app', buildApp)
  const version = await electronVersion(executable)
  if (isSubstitute(executable))
    say(`  This package is for trying out, never for others: its Electron is a substitute.`)
  const command = [
    join(MODULES, 'electron-builder', 'cli.js'),
    ...(args.length === 0 ? ['--dir'] : args),
    `-c.electronDist=${runtimeEnvironment(executable).ELECTRON_OVERRIDE_DIST_PATH}`,
    `-c.electronVersion=${version}`,
    '--publish=never',
  ]
  const { code } = await step('package', (doing) => {
    doing('packing')
    return runChild(execPath, command, { cwd: ROOT, show: true })
  })
  return code
}

/** @param {string} executable */
async function electronVersion(executable) {
  const asNode = { env: { ELECTRON_RUN_AS_NODE: '1' } }
  const { code, output } = await runChild(executable, ['-p', 'process.versions.electron'], asNode)
  if (code !== 0) throw new SetupError(`${executable} does not run.\n\n${output}`)
  return output.trim()
}
