import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.ts'
import { DEMO_MODEL } from './demo.ts'
import { concurrentRuns } from './models.ts'

const at = (baseUrl: string, maxConcurrentRuns: number | null = null): Settings => ({
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, baseUrl },
  delegation: { ...DEFAULT_SETTINGS.delegation, maxConcurrentRuns },
})
const demo = [{ model: DEMO_MODEL }]

test('a model on this very computer has one run at work, any other four, unless something is set', () => {
  expect(concurrentRuns(at('http://127.0.0.1:1234/v1'), [])).toBe(1)
  expect(concurrentRuns(at('https://far.example/v1'), [])).toBe(4)
  expect(concurrentRuns(at('https://far.example/v1', 2), [{ model: 'm' }])).toBe(2)
})

test('while a demo is at work, all three of its jobs are', () => {
  expect(concurrentRuns(at('http://127.0.0.1:1234/v1'), demo)).toBe(3)
  expect(concurrentRuns(at('https://far.example/v1', 8), demo)).toBe(8)
})
