import { expect, test } from 'vitest'
import { RunId } from '../../../shared/ids.ts'
import { openSlots } from './slots.ts'

const [a, b, c] = ['a', 'b', 'c'].map((id) => RunId.parse(id)) as [RunId, RunId, RunId]

function setUp(limit = 1) {
  const state = { limit, frees: 0 }
  const slots = openSlots(
    () => state.limit,
    () => void state.frees++,
  )
  const seen: RunId[] = []
  const retake = (id: RunId): Promise<unknown> => slots.retake(id).then(() => seen.push(id))
  return { state, slots, seen, retake }
}

test('there are as many places as the limit says, and one for each run', () => {
  const { slots } = setUp(2)

  expect([slots.take(a), slots.take(a), slots.take(b), slots.take(c)]).toEqual([true, false, true, false])
})

test('a place that is given back is offered to the queue', () => {
  const { slots, state } = setUp()
  slots.take(a)

  slots.release(a)

  expect(state.frees).toBe(1)
  expect(slots.take(b)).toBe(true)
})

test('what waited for others comes before what has not begun, in its own order', async () => {
  const { slots, seen, retake, state } = setUp()
  slots.take(a)
  const waiting = [retake(b), retake(c)]

  expect(slots.take(RunId.parse('new'))).toBe(false)
  slots.release(a)
  await waiting[0]
  expect(seen).toEqual([b])
  expect(slots.take(RunId.parse('new'))).toBe(false)
  slots.release(b)
  await waiting[1]

  expect(seen).toEqual([b, c])
  expect(state.frees).toBe(0)
})

test('a run that ends while it waits for a place waits no longer, and holds none', async () => {
  const { slots, retake } = setUp()
  slots.take(a)
  const waiting = retake(b)

  slots.release(b)
  await waiting
  slots.release(a)

  expect(slots.take(c)).toBe(true)
})

test('a higher limit lets in who waits', async () => {
  const { slots, state, seen, retake } = setUp()
  slots.take(a)
  const waiting = retake(b)

  state.limit = 2
  slots.serve()
  await waiting

  expect(seen).toEqual([b])
})

test('a lower limit takes no place away, and gives none', () => {
  const { slots, state } = setUp(2)
  slots.take(a)
  slots.take(b)

  state.limit = 1
  slots.release(a)

  expect(slots.take(c)).toBe(false)
})
