import { expect, test } from 'vitest'
import { STREAM_MESSAGES_PER_SECOND } from '../../../shared/run-pace.ts'
import { SECOND, systemClock } from '../../platform/clock.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { gaugeMessages } from './message-gauge.ts'
import { paceRequests } from './pace-requests.ts'
import { keepPartial } from './partial-keeper.ts'
import { BRISK_MESSAGES, FAST_MESSAGES, FLOOD_MESSAGES, FLOOD_TEXT, MOST_PARTIAL } from './policy.ts'

test('beyond 2,000 messages a second are too fast, and beyond 10,000 a flood', () => {
  const gauge = gaugeMessages(createManualClock())
  const paces = Array.from({ length: 10_001 }, () => gauge(0))

  expect(new Set(paces.slice(0, BRISK_MESSAGES))).toEqual(new Set(['fine']))
  expect(new Set(paces.slice(BRISK_MESSAGES, 2_000))).toEqual(new Set(['brisk']))
  expect(paces.slice(2_000, 10_000).every((pace) => pace === 'fast')).toBe(true)
  expect(paces[10_000]).toBe('flood')
})

test('each second is counted for itself', () => {
  const clock = createManualClock()
  const gauge = gaugeMessages(clock)
  for (let message = 0; message < FAST_MESSAGES + 1; message++) gauge(0)

  clock.advance(SECOND)

  expect(gauge(0)).toBe('fine')
})

test('who stays too fast for five seconds does not mind being slowed, and is ended', () => {
  const clock = createManualClock()
  const gauge = gaugeMessages(clock)
  const second = (messages: number): string[] => {
    const paces = Array.from({ length: messages }, () => gauge(0))
    clock.advance(SECOND)
    return [...new Set(paces)]
  }
  for (let seconds = 0; seconds < 5; seconds++)
    expect(second(FAST_MESSAGES + 1)).toEqual(['fine', 'brisk', 'fast'])

  expect(second(1)).toEqual(['flood'])
})

test('who was too fast now and then is not', () => {
  const clock = createManualClock()
  const gauge = gaugeMessages(clock)
  for (let burst = 0; burst < 20; burst++) {
    for (let message = 0; message <= FAST_MESSAGES; message++) expect(gauge(0)).not.toBe('flood')
    clock.advance(burst % 2 === 0 ? SECOND : 10 * SECOND)
  }
})

test('few messages with much text are a flood, too', () => {
  const gauge = gaugeMessages(createManualClock())

  expect(gauge(FLOOD_TEXT)).toBe('fine')
  expect(gauge(1)).toBe('flood')
})

test('what is held back is let go in order, and no faster than it might have come', () => {
  const clock = createManualClock()
  const pacer = paceRequests(clock)
  const served: number[] = []
  for (let number = 0; number < 3 * FAST_MESSAGES; number++) pacer.hold(() => served.push(number))

  clock.advance(SECOND)
  expect(served).toHaveLength(FAST_MESSAGES)
  expect(pacer.held).toBe(2 * FAST_MESSAGES)
  clock.advance(2 * SECOND)

  expect(served).toEqual(Array.from({ length: 3 * FAST_MESSAGES }, (_, number) => number))
  expect(clock.booked).toBe(0)
})

test('what is held back of a process that has left is never served', () => {
  const clock = createManualClock()
  const pacer = paceRequests(clock)
  pacer.hold(() => expect.unreachable())

  pacer[Symbol.dispose]()
  clock.advance(SECOND)

  expect(clock.booked).toBe(0)
})

test('of an endless answer the end is kept, and no more', () => {
  const partial = keepPartial(systemClock, () => undefined)
  const piece = 'x'.repeat(65_536)
  for (let part = 0; part < 100; part++) partial.add({ text: piece, thinking: piece, reset: false })
  partial.add({ text: 'the end', thinking: '', reset: false })

  const { text, thinking } = partial.current()
  expect(text.endsWith('the end')).toBe(true)
  expect(Math.max(text.length, thinking.length)).toBeLessThanOrEqual(2 * MOST_PARTIAL)
  partial[Symbol.dispose]()
})

test('an honest worker is far below all of it', () => {
  expect(10 * STREAM_MESSAGES_PER_SECOND).toBeLessThan(BRISK_MESSAGES)
  expect(BRISK_MESSAGES).toBeLessThan(FAST_MESSAGES)
  expect(FAST_MESSAGES).toBeLessThan(FLOOD_MESSAGES)
})
