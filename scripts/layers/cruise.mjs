// Reads a source tree and names what breaks the rules of .dependency-cruiser.mjs.

import { cruise } from 'dependency-cruiser'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import config from '../../.dependency-cruiser.mjs'

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
  const read = output.modules.filter((module) => module.source.startsWith('src/'))
  return {
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    read: read.length,
    imports: read.reduce((total, module) => total + module.dependencies.length, 0),
  }
}

/** @param {string} root @returns {number} how many source files stand under src */
export function countSources(root) {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && /[.]tsx?$/.test(entry.name)).length
}
