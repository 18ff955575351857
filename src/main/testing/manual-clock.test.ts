import { expect, test } from 'vitest'
import { createManualClock } from './manual-clock.ts'

test('timers fire in the order in which they fall due, each at its own time', () => {
  const clock = createManualClock(1_000)
  const fired: [string, number][] = []
  clock.setTimer(30, () => fired.push(['late', clock.now()]))
  clock.setTimer(10, () => fired.push(['early', clock.now()]))

  clock.advance(40)

  expect(fired).toEqual([
    ['early', 1_010],
    ['late', 1_030],
  ])
  expect(clock.now()).toBe(1_040)
})

test('timers that fall due at one time fire in the order in which they were booked', () => {
  const clock = createManualClock()
  const fired: number[] = []
  for (const number of [1, 2, 3]) clock.setTimer(5, () => fired.push(number))

  clock.advance(5)

  expect(fired).toEqual([1, 2, 3])
})

test('a timer that books another one in time is followed by it', () => {
  const clock = createManualClock()
  let beats = 0
  const beat = (): void => {
    beats += 1
    clock.setTimer(10, beat)
  }
  clock.setTimer(10, beat)

  clock.advance(35)

  expect(beats).toBe(3)
  expect(clock.booked).toBe(1)
})

test('a disposed timer stays silent', () => {
  const clock = createManualClock()
  let fired = false
  const timer = clock.setTimer(10, () => (fired = true))

  timer[Symbol.dispose]()
  clock.advance(20)

  expect(fired).toBe(false)
  expect(clock.booked).toBe(0)
})

test('what waits for a timer has gone on before the next one fires when time passes', async () => {
  const clock = createManualClock()
  const seen: string[] = []
  const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.setTimer(ms, resolve))
  void wait(10)
    .then(() => wait(10))
    .then(() => seen.push('chain'))
  clock.setTimer(30, () => seen.push('timer'))

  await clock.pass(30)

  expect(seen).toEqual(['chain', 'timer'])
})

test('soon needs no time to pass', async () => {
  const clock = createManualClock()

  await new Promise<void>((resolve) => clock.setSoon(resolve))

  expect(clock.elapsed()).toBe(0)
})

test('what fell due in a sleep is called late, and once', () => {
  const clock = createManualClock()
  const fired: number[] = []
  clock.setTimer(10, () => fired.push(clock.elapsed()))

  clock.sleep(1_000)

  expect(fired).toEqual([1_000])
})

test('a date is whole, even after a timer that was not', () => {
  const clock = createManualClock(1_000)
  clock.setTimer(2.5, () => undefined)
  clock.advance(2.5)

  expect([clock.elapsed(), clock.now()]).toEqual([2.5, 1_002])
})
