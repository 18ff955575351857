import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { SECOND } from '../../platform/clock.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { followTotals } from './follow-totals.ts'

const [one, other] = ['one', 'other'].map((id) => ConversationId.parse(id)) as [
  ConversationId,
  ConversationId,
]

function setUp() {
  const clock = createManualClock()
  const told: ConversationId[] = []
  const totals = followTotals(clock, { conversation: (id) => void told.push(id) })
  return { clock, told, totals }
}

test('however often something changes in a second, it is told once, and the next second again', () => {
  const { clock, told, totals } = setUp()
  for (let change = 0; change < 50; change++) totals.changed(one)
  totals.changed(other)
  clock.advance(SECOND)
  expect(told).toEqual([one, other])

  totals.changed(one)
  clock.advance(SECOND)

  expect(told).toEqual([one, other, one])
})

test('when the app goes nothing is told any more', () => {
  const { clock, told, totals } = setUp()
  totals.changed(one)

  totals[Symbol.dispose]()
  totals.changed(other) // what is still under way says so, too
  clock.advance(SECOND)

  expect([told, clock.booked]).toEqual([[], 0])
})
