import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { layered, parseAssignment, withChange } from './setting-change.ts'

const refusalOf = (run: () => unknown): AppError => {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown
  }
  throw new Error('nothing was refused')
}

test('a change sets one value and leaves the others alone', () => {
  const values = { delegation: { maxDepth: 3 } }

  expect(withChange(values, { path: 'delegation.maxConcurrentRuns', value: 8 })).toEqual({
    delegation: { maxDepth: 3, maxConcurrentRuns: 8 },
  })
  expect(values).toEqual({ delegation: { maxDepth: 3 } })
})

test('an unknown key is refused with the keys there are', () => {
  for (const path of [
    'delegation.maxRuns',
    'delegation',
    '__proto__.polluted',
    'constructor',
    'model.name.x',
  ]) {
    const refusal = refusalOf(() => withChange({}, { path, value: 1 }))

    expect(refusal.code).toBe('invalid_input')
    expect(refusal.details['key']).toBe(path)
    expect(refusal.details['allowed']).toContain('delegation.maxConcurrentRuns')
  }
})

test('a bad value is refused with what is allowed', () => {
  const tooMany = refusalOf(() => withChange({}, { path: 'delegation.maxConcurrentRuns', value: 65 }))
  const noSuchTheme = refusalOf(() => withChange({}, { path: 'appearance.theme', value: 'pink' }))

  expect(tooMany.details).toMatchObject({ key: 'delegation.maxConcurrentRuns' })
  expect(tooMany.details['allowed']).toContain('64')
  expect(noSuchTheme.details['allowed']).toContain('dark')
})

test.each([
  ['delegation.maxConcurrentRuns=8', { path: 'delegation.maxConcurrentRuns', value: 8 }],
  ['delegation.paused=true', { path: 'delegation.paused', value: true }],
  ['model.baseUrl=http://127.0.0.1:1/v1?a=b', { path: 'model.baseUrl', value: 'http://127.0.0.1:1/v1?a=b' }],
  ['model.name=4', { path: 'model.name', value: '4' }],
  ['appearance.theme=dark', { path: 'appearance.theme', value: 'dark' }],
  ['delegation.maxDepth=deep', { path: 'delegation.maxDepth', value: 'deep' }],
])('%s reads as a value of the setting', (assignment, change) => {
  expect(parseAssignment(assignment)).toEqual(change)
})

test('an assignment without a key or an equals sign is refused', () => {
  expect(refusalOf(() => parseAssignment('paused')).code).toBe('invalid_input')
  expect(refusalOf(() => parseAssignment('=1')).code).toBe('invalid_input')
})

test('the upper layer wins where both say something', () => {
  expect(layered({ a: { x: 1, y: 1 }, b: 1 }, { a: { y: 2 } })).toEqual({ a: { x: 1, y: 2 }, b: 1 })
})
