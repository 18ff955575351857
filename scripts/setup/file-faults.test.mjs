import { expect, test } from 'vitest'
import { explainFault, explainOutput } from './file-faults.mjs'

/** @param {string} code @param {string} [path] */
const fault = (code, path) => Object.assign(new Error(`${code}: refused`), { code, path })

test('a full disk is said plainly', () => {
  expect(explainFault(fault('ENOSPC'))).toMatch(/^The disk is full\./)
})

test('a place where one may not write is named, with a way out', () => {
  expect(explainFault(fault('EACCES', '/home/someone/.cache'))).toMatch(
    /^\/home\/someone\/\.cache: You may not write there\..*XDG_CACHE_HOME/,
  )
})

test('anything else is a fault of ours and not explained away', () => {
  expect(explainFault(fault('ENOENT', '/x'))).toBeUndefined()
  expect(explainFault('a word')).toBeUndefined()
})

test('what npm complains of is explained in the same words', () => {
  expect(explainOutput('npm error code ENOSPC\nnpm error nospc no space left')).toMatch(/^The disk is full/)
  expect(explainOutput('npm error code E404')).toBe('')
})
