import { expect, test } from 'vitest'
import { SECOND } from '../../../platform/clock.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { tellMoved } from './tell-moved.ts'

function setUp() {
  const clock = createManualClock()
  const told: object[] = []
  const onMoved = tellMoved(clock, {
    note: (note) => told.push(note),
    ask: () => expect.unreachable(),
    answer: () => undefined,
  })
  return { clock, told, onMoved }
}

test('the first movement is told at once, a burst of them once a second', () => {
  const { clock, told, onMoved } = setUp()
  for (let part = 0; part < 30; part++) {
    onMoved()
    clock.advance(SECOND / 10)
  }

  expect(told).toEqual([{ type: 'moved' }, { type: 'moved' }, { type: 'moved' }])
})

test('it books no timer, and tells nothing of what stands still', () => {
  const { clock, told, onMoved } = setUp()
  onMoved()

  clock.advance(10 * SECOND)

  expect(clock.booked).toBe(0)
  expect(told).toHaveLength(1)
})
