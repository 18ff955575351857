// A rule that never fires looks exactly like sources that keep to it. Here every rule is shown to fire.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import config from '../../.dependency-cruiser.mjs'
import { ROOT } from '../setup/places.mjs'
import { countSources, faultsOf, readTree } from './cruise.mjs'
import { ALLOWED, PLANTS } from './plants.mjs'

const DECLARED = [
  'electron',
  'better-sqlite3',
  'isolated-vm',
  'openai',
  'undici',
  '@modelcontextprotocol/sdk',
  'zod',
  'react',
]

const folder = mkdtempSync(join(tmpdir(), 'muster-layers-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Types count as much as values: half of the imports are of types. @param {string} file @param {string} target */
function importLine(file, target) {
  if (!target.startsWith('src/')) return `import '${target}'\n`
  const path = posix.relative(posix.dirname(file), target)
  return `import type { Y } from '${path.startsWith('.') ? path : `./${path}`}'\nexport type X = Y\n`
}

/**
 * A tree with these imports and nothing else.
 *
 * @param {string} name
 * @param {ReadonlyArray<readonly [file: string, imports: string]>} imports
 */
function plant(name, imports) {
  const root = join(folder, name)
  const dependencies = Object.fromEntries(DECLARED.map((name) => [name, '1.0.0']))
  write(
    join(root, 'package.json'),
    JSON.stringify({ name: 'canary', version: '1.0.0', type: 'module', dependencies }),
  )
  for (const name of [...DECLARED, 'undeclared']) {
    const manifest = { name, version: '1.0.0', main: 'index.js' }
    write(join(root, 'node_modules', name, 'package.json'), JSON.stringify(manifest))
    write(join(root, 'node_modules', name, 'index.js'), 'module.exports = {}\n')
  }
  const targets = imports.map(([, target]) => target).filter((target) => target.startsWith('src/'))
  for (const file of targets) write(join(root, file), 'export type Y = string\n')
  for (const [file, target] of imports)
    write(join(root, file), `${importLine(file, target)}export type Y = string\n`)
  return root
}

describe('the rules of the layers', () => {
  test.each(PLANTS.map((plant, index) => ({ ...plant, index })))(
    '$rule: $file → $imports is noticed',
    async ({ rule, file, imports, through = {}, also = [], index }) => {
      const { violations } = await readTree(
        plant(String(index), [[file, imports], ...Object.entries(through)]),
      )
      expect([...new Set(violations.map((violation) => violation.rule))].sort()).toEqual(
        [rule, ...also].sort(),
      )
      expect(violations.map((violation) => violation.from)).toContain(file)
    },
  )

  test('what the architecture allows passes', async () => {
    const { violations, read } = await readTree(plant('allowed', ALLOWED))
    expect(violations).toEqual([])
    expect(read).toBeGreaterThan(ALLOWED.length)
  })

  test('every rule has a file planted against it', () => {
    const planted = new Set(PLANTS.map(({ rule }) => rule))
    const rules = (config.forbidden ?? []).map(({ name }) => name)
    expect(rules.filter((rule) => rule === undefined || !planted.has(rule))).toEqual([])
  })

  test('files that were not read are a fault, and so are files without imports', () => {
    const reading = { violations: [], read: 90, imports: 300 }
    expect(faultsOf(reading, 90)).toEqual([])
    expect(faultsOf(reading, 100)).toEqual(['only 90 of 100 source files were read'])
    expect(faultsOf({ ...reading, imports: 10 }, 90)).toEqual(['only 10 imports were found in 90 files'])
  })

  test('the sources themselves are read, every file of them', async () => {
    expect((await readTree(ROOT)).read).toBe(countSources(ROOT))
  })
})
