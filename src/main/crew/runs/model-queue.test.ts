import { expect, test } from 'vitest'
import { createModelQueue } from './model-queue.ts'

function setUp() {
  const queue = createModelQueue()
  const [first, second, third] = [{}, {}, {}]
  for (const who of [first, second, third]) queue.asks(who, 'http://one')
  return { queue, first, second, third }
}

test('who asked first waits for its own answer, the others for their place', () => {
  const { queue, first, second, third } = setUp()

  expect([first, second, third].map(queue.placeOf)).toEqual([null, 2, 3])
})

test('those behind move up when one before them has its answer', () => {
  const { queue, first, third } = setUp()

  queue.left(first)

  expect(queue.placeOf(third)).toBe(2)
})

test('who is served waits no more, and stands before the others all the same', () => {
  const { queue, first, second } = setUp()

  queue.served(first)

  expect([first, second].map(queue.placeOf)).toEqual([null, 2])
  queue.served(second)
  expect(queue.placeOf(second)).toBeNull()
})

test('who asks again goes to the end: a frozen endpoint cannot excuse all for ever', () => {
  const { queue, first, second, third } = setUp()

  queue.asks(first, 'http://one')

  expect([first, second, third].map(queue.placeOf)).toEqual([3, null, 2])
})

test('other endpoints are other queues', () => {
  const { queue, third } = setUp()

  queue.asks(third, 'http://other')

  expect(queue.placeOf(third)).toBeNull()
})

test('who asks nothing has no place', () => {
  expect(setUp().queue.placeOf({})).toBeNull()
})
