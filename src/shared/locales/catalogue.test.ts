import { expect, test } from 'vitest'
import { ErrorCode } from '../errors.ts'
import { catalogue } from './catalogue.ts'
import { errorValues } from './error-values.ts'

/** Names that are the same in every language, and texts that only repeat a value. */
const PROPER_NAMES = ['system.menu.app', 'window.settings.appearance.languages.en']

type Tree = { readonly [key: string]: string | Tree }

function flatten(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  )
}

const english = flatten(catalogue.en)
const chinese = new Map(flatten(catalogue['zh-CN']))
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()

test('both languages have the same keys, but for plural forms that Chinese does not have', () => {
  const expected = english.map(([key]) => key).filter((key) => !key.endsWith('_one'))
  expect([...chinese.keys()].sort()).toEqual(expected.sort())
})

test('a plural has both English forms', () => {
  const keys = new Set(english.map(([key]) => key))
  const lonely = [...keys].filter((key) => key.endsWith('_one') && !keys.has(key.replace(/_one$/, '_other')))
  expect(lonely).toEqual([])
  const missing = [...keys].filter(
    (key) => key.endsWith('_other') && !keys.has(key.replace(/_other$/, '_one')),
  )
  expect(missing).toEqual([])
})

test('a translation fills in the same values', () => {
  const differing = english
    .filter(([key]) => chinese.has(key))
    .filter(([key, text]) => placeholders(text).join() !== placeholders(chinese.get(key) ?? '').join())
  expect(differing.map(([key]) => key)).toEqual([])
})

test('no text is empty', () => {
  expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([])
})

test('Chinese texts are Chinese wherever English has words', () => {
  const words = (text: string) => /\p{L}/u.test(text.replaceAll(/\{\{\w+\}\}/g, ''))
  const foreign = [...chinese].filter(
    ([key, text]) => words(text) && !/\p{Script=Han}/u.test(text) && !PROPER_NAMES.includes(key),
  )
  expect(foreign.map(([key]) => key)).toEqual([])
})

test('every error code has a text in both languages', () => {
  for (const code of ErrorCode.options) {
    expect(catalogue.en.errors[code].title, code).not.toBe('')
    expect(catalogue['zh-CN'].errors[code].body, code).not.toBe('')
  }
})

test('an error text has no hole when its details are missing', () => {
  for (const code of ErrorCode.options) {
    for (const language of ['en', 'zh-CN'] as const) {
      const values = errorValues({ code, details: {} }, language)
      const unfilled = placeholders(catalogue[language].errors[code].body).filter(
        (name) => !(String(name) in values),
      )
      expect(unfilled, `${code} in ${language}`).toEqual([])
    }
  }
})
