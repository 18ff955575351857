import { expect, test } from 'vitest'
import { modeInForce } from './mode.ts'

const full = { mode: 'full', fullModeEnabled: true, isChild: false, fullForChildren: false } as const

test('full holds for a conversation once the settings enable it', () => {
  expect(modeInForce(full)).toBe('full')
  expect(modeInForce({ ...full, fullModeEnabled: false })).toBe('auto')
})

test('a child has full only when the settings say so', () => {
  expect(modeInForce({ ...full, isChild: true })).toBe('auto')
  expect(modeInForce({ ...full, isChild: true, fullForChildren: true })).toBe('full')
})

test('a child is never above its conversation', () => {
  expect(modeInForce({ ...full, mode: 'ask', isChild: true, fullForChildren: true })).toBe('ask')
})
