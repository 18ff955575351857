import { expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createCrashBudget } from './crash-budget.ts'

test('a page is loaded again three times in a minute, and after a quiet minute anew', () => {
  const clock = createManualClock()
  const mayReload = createCrashBudget(clock)

  expect([mayReload(), mayReload(), mayReload(), mayReload()]).toEqual([true, true, true, false])
  clock.advance(59_999)
  expect(mayReload()).toBe(false)
  clock.advance(1)
  expect(mayReload()).toBe(true)
})
