import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock.ts'
import { watchNaps } from './naps.ts'

test('what was under way when the machine fell asleep is told from what began after', () => {
  const clock = createManualClock()
  const naps = watchNaps(clock)
  expect(naps.since(clock.elapsed())).toBe(false)

  clock.sleep(60_000)
  naps.woke()
  clock.advance(1)

  expect(naps.since(0)).toBe(true)
  expect(naps.since(clock.elapsed())).toBe(false)
})
