import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closingLine, readPlaywright, readVitest, sum, tallyOf } from './tally.mjs'

const folder = mkdtempSync(join(tmpdir(), 'muster-tally-'))
const report = join(folder, 'report.json')
afterAll(() => rmSync(folder, { recursive: true }))

const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 1 } }

test('a runner that fails without blaming a test counts as one failure', () => {
  writeFileSync(report, JSON.stringify(playwright))
  expect(tallyOf(1, report, readPlaywright)).toEqual({ passed: 3, failed: 1, skipped: 1 })
})

test('a runner that leaves no report has failed', () => {
  expect(tallyOf(1, join(folder, 'missing.json'), readPlaywright).failed).toBe(1)
})

test('a test file that does not load counts as a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  const counts = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
  expect(readVitest({ ...counts, testResults }).failed).toBe(1)
})

test('a test that passed at its second try only has not passed', () => {
  expect(readPlaywright({ stats: { ...playwright.stats, flaky: 2 } })).toMatchObject({ passed: 3, failed: 2 })
})

test('the closing line adds up both runners', () => {
  expect(closingLine(sum({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 }))).toBe(
    '3 passed, 1 failed',
  )
})
