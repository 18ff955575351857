// `npm run build`: the app into out/.

import { buildApp } from '../setup/built-app.mjs'
import { step } from '../setup/report.mjs'

export async function run() {
  await step('app', buildApp)
  return 0
}
