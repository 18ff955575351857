// `npm start`: the app with its window.

import { hasDisplay } from '../setup/display.mjs'
import { SetupError } from '../setup/report.mjs'
import { run as launch } from './launch.mjs'

const NO_DISPLAY = `Muster is set up, but there is no display here to open its window on.
Its command line needs none:

  npm run --silent muster -- --help`

/** @type {import('../muster.mjs').Verb['run']} */
export async function run(context) {
  if (!hasDisplay()) throw new SetupError(NO_DISPLAY)
  return launch(context)
}
