// Guards that hold the app's promises, each with the test that has to go red without it. `npm run prove` breaks
// them one by one, in a copy.

/**
 * @typedef {object} Guard
 * @property {string} name what `npm run prove -- --only` calls it
 * @property {string} file from the root
 * @property {string} text stands exactly once in the file
 * @property {string} replacement what the file would say if somebody had forgotten the guard
 * @property {string} test the file of the test, from the root
 * @property {string} title part of the name of the test that must go red
 */

/** @type {readonly Guard[]} */
export const GUARDS = [
  {
    name: 'a-line-of-the-prover-itself',
    file: 'scripts/verbs/tally.mjs',
    text: 'exitCode !== 0 && tally.failed === 0',
    replacement: 'false',
    test: 'scripts/verbs/tally.test.mjs',
    title: 'a runner that fails without blaming a test counts as one failure',
  },
]
