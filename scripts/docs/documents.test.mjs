// What the documents say of the sources must be so: paths, links, settings, options and commands.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { cli } from '../../src/shared/locales/en/cli.ts'
import { DEFAULT_SETTINGS } from '../../src/shared/settings.ts'
import { ROOMS } from '../layers/house.mjs'
import { ROOT } from '../setup/places.mjs'

/** @param {string} path from the root */
const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** @param {string} folder from the root @param {RegExp} name */
const filesIn = (folder, name) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)]
const SOURCES = ['src', 'scripts', 'e2e'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs|css)$/))

/** @param {readonly string[]} files @param {RegExp} pattern its first group is what was found */
const found = (files, pattern) =>
  files.flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, what = '']) => ({
      file,
      what,
    })),
  )

/** Names that stand for many, such as `features/<feature>` and `outside/{model,shell}`. @param {string} path */
const isPattern = (path) => /[<>{}*…]/.test(path)

test('every decision that the sources cite is written down', () => {
  const cited = found(SOURCES, /(docs\/adr\/\d{4}-[a-z0-9-]+\.md)/g)

  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter(({ what }) => !existsSync(join(ROOT, what)))).toEqual([])
})

test('every link between documents, and every picture, leads somewhere', () => {
  const links = found(DOCUMENTS, /(?:\]\(|src(?:set)?=")(?!https?:|#)([^)#"]+)/g)

  expect(links.length).toBeGreaterThan(0)
  expect(links.filter(({ file, what }) => !existsSync(join(ROOT, dirname(file), what)))).toEqual([])
})

test('every path that the documents name is there', () => {
  const named = found(DOCUMENTS, /`((?:src|scripts|e2e|resources)\/[^`\s]+)`/g).filter(
    ({ what }) => !isPattern(what),
  )
  // A decision that is not built yet names what it will make.
  const planned = DOCUMENTS.filter(
    (file) => /not built yet/i.test(read(file)) && file.startsWith('docs/adr/'),
  )

  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(({ file, what }) => !planned.includes(file) && !existsSync(join(ROOT, what)))).toEqual(
    [],
  )
})

test('the settings are those of the table, with the same defaults', () => {
  const rows = [...read('docs/settings.md').matchAll(/^\| `([\w.]+)`\s*\| `(.+?)`/gm)]

  expect(Object.fromEntries(rows.map(([, key, value]) => [key, JSON.parse(value ?? '')]))).toEqual(
    flat(DEFAULT_SETTINGS),
  )
})

test('every setting that a document names exists', () => {
  const groups = Object.keys(DEFAULT_SETTINGS).join('|')
  const named = found(DOCUMENTS, new RegExp(`\\b((?:${groups})\\.[a-z]+[A-Z]\\w*)`, 'g'))

  expect(named.filter(({ what }) => !(what in flat(DEFAULT_SETTINGS)))).toEqual([])
})

test('README and command line name the same options', () => {
  const optionsIn = (/** @type {string} */ text) => new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))
  const section = read('README.md').split('## The command line')[1]?.split('\n## ')[0] ?? ''
  const options = optionsIn(section)
  options.delete('--silent') // npm's own

  expect([...options].sort()).toEqual([...optionsIn(cli.usage)].sort())
})

test('every command that a document tells to run exists', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const told = [
    ...found(DOCUMENTS, /npm (start|test)\b/g),
    ...found(DOCUMENTS, /npm run (?:--silent )?([a-z0-9]+)/g),
  ]

  expect(told.length).toBeGreaterThan(0)
  expect(told.filter(({ what }) => !(what in scripts))).toEqual([])
})

test('the map knows every room', () => {
  const map = read('docs/architecture.md')
  const rooms = Object.values(ROOMS).flatMap((floor) => Object.keys(floor))

  expect(rooms.filter((room) => !new RegExp(`\\b${room}\\b`).test(map))).toEqual([])
})

/** @param {object} group @param {string} path @returns {Record<string, unknown>} dotted keys */
function flat(group, path = '') {
  return Object.assign(
    {},
    ...Object.entries(group).map(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? flat(value, `${path}${key}.`)
        : { [`${path}${key}`]: value },
    ),
  )
}
