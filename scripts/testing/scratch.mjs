// A folder for one test file, and a voice that remembers what it was told.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** @returns {string} an empty folder that goes away with the tests */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'muster-scripts-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** @returns {{ doing: import('../setup/report.mjs').Doing, said: string[], parts: number[] }} */
export function listen() {
  /** @type {string[]} */
  const said = []
  /** @type {number[]} */
  const parts = []
  const doing = Object.assign((/** @type {string} */ what) => void said.push(what), {
    progress: (/** @type {number} */ part) => void parts.push(part),
  })
  return { doing, said, parts }
}
