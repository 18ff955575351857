// Reads a source tree and names what breaks the rules of .dependency-cruiser.mjs.

import { cruise } from 'dependency-cruiser'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import config from '../../.dependency-cruiser.mjs'

const SOURCE = /[.]tsx?$/

/**
 * @typedef {{ rule: string, from: string, to: string }} Violation
 * @typedef {{ violations: Violation[], read: number, imports: number }} Reading `read` counts the files under src
 */

/** @param {string} root a folder that has src/ in it @returns {Promise<Reading>} */
export async function readTree(root) {
  const { forbidden = [], options } = config
  const { output } = await cruise(['src'], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  })
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`)
  const read = output.modules.filter(({ source }) => source.startsWith('src/') && SOURCE.test(source))
  return {
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    read: read.length,
    imports: read.reduce((total, module) => total + module.dependencies.length, 0),
  }
}

/** The share of all source files that must have been read, and the imports a file has at the least on average. */
const READ_SHARE = 0.99
const IMPORTS_PER_FILE = 1

/**
 * What is wrong, one line each. Having read too little is wrong too.
 *
 * @param {Reading} reading
 * @param {number} sources how many source files there are
 */
export function faultsOf({ violations, read, imports }, sources) {
  return [
    ...violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
    ...(read < sources * READ_SHARE ? [`only ${read} of ${sources} source files were read`] : []),
    ...(imports < read * IMPORTS_PER_FILE ? [`only ${imports} imports were found in ${read} files`] : []),
  ]
}

/** @param {string} root @returns {number} how many source files stand under src */
export function countSources(root) {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && SOURCE.test(entry.name)).length
}
