// `npm run setup`: the set-up alone, for the tests too.

import { say } from '../setup/report.mjs'

/** @type {import('../muster.mjs').Verb['run']} */
export async function run({ executable }) {
  say(`Ready, on ${executable}`)
  return 0
}
