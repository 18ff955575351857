// How many tests passed and failed, as the test runners' JSON reports say.

import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @param {Tally[]} tallies @returns {Tally} */
export const sum = (...tallies) =>
  tallies.reduce((total, one) => ({
    passed: total.passed + one.passed,
    failed: total.failed + one.failed,
    skipped: total.skipped + one.skipped,
  }))

/** The last line of every test run, plain for whoever reads it by machine. @param {Tally} tally */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`

/**
 * A runner that ended badly without blaming a test has failed all the same: it counts as one failure. So does
 * one that left no report.
 *
 * @param {number} exitCode
 * @param {string} file the report
 * @param {(report: any) => Tally} read
 * @returns {Tally}
 */
export function tallyOf(exitCode, file, read) {
  const tally = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 }
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

/** @param {any} report of vitest; a file that does not even load has no tests to blame */
export function readVitest(report) {
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {any} report of Playwright; a test that passed at its second try is not counted as passed */
export const readPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})
