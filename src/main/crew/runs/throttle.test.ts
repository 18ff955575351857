import { expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { BURST_MS, createThrottle, GROW_MS } from './throttle.ts'

function setUp(usual = 8) {
  const clock = createManualClock()
  const set = { usual, changes: 0 }
  const throttle = createThrottle({ clock, usual: () => set.usual, onChanged: () => void set.changes++ })
  return { clock, set, throttle }
}

test('as many as usual work at once until an endpoint says that it is too much', () => {
  const { throttle } = setUp()
  expect([throttle.limit(), throttle.current()]).toEqual([8, null])

  throttle.refused()

  expect(throttle.limit()).toBe(4)
  expect(throttle.current()).toEqual({ limit: 4, usual: 8, reason: 'model_rate_limited' })
})

test('refusals of one burst count once', () => {
  const { clock, set, throttle } = setUp()
  for (let refusal = 0; refusal < 8; refusal++) {
    throttle.refused()
    clock.advance(BURST_MS / 2)
  }
  expect(throttle.limit()).toBe(4)

  clock.advance(BURST_MS)
  throttle.refused()

  expect(throttle.limit()).toBe(2)
  expect(set.changes).toBe(2)
})

test('one always works', () => {
  const { clock, throttle } = setUp(3)
  for (let refusal = 0; refusal < 5; refusal++) {
    throttle.refused()
    clock.advance(BURST_MS)
  }

  expect(throttle.limit()).toBe(1)
})

test('each quiet minute one more works, until it is as usual again', () => {
  const { clock, set, throttle } = setUp(4)
  throttle.refused()
  clock.advance(GROW_MS - 1)
  throttle.refused()
  clock.advance(GROW_MS - 1)
  expect(throttle.limit()).toBe(1)

  clock.advance(1)
  expect(throttle.limit()).toBe(2)
  clock.advance(2 * GROW_MS)

  expect([throttle.limit(), throttle.current(), clock.booked]).toEqual([4, null, 0])
  expect(set.changes).toBe(5)
})

test('another setting holds at once, both ways', () => {
  const { set, throttle } = setUp(8)
  throttle.refused()

  set.usual = 2
  expect([throttle.limit(), throttle.current()]).toEqual([2, null])
  set.usual = 16
  expect([throttle.limit(), throttle.current()?.usual]).toEqual([4, 16])
})
