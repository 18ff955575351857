import { expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { climbKillLadder } from './kill-ladder.ts'
import { CHECK_MS, KILL_STEP_MS, LATE_SWEEP_MS, MISSED_CHECKS_KILL, MISSED_CHECKS_SHOWN } from './policy.ts'

function setUp() {
  const clock = createManualClock()
  const climbed: string[] = []
  const ladder = climbKillLadder(
    clock,
    ['ask', 'SIGTERM', 'SIGKILL'].map((rung) => () => climbed.push(rung)),
  )
  return { clock, climbed, ladder }
}

test('each rung has its time', () => {
  const { clock, climbed } = setUp()
  expect(climbed).toEqual(['ask'])

  clock.advance(KILL_STEP_MS)
  expect(climbed).toEqual(['ask', 'SIGTERM'])
  clock.advance(KILL_STEP_MS)

  expect(climbed).toEqual(['ask', 'SIGTERM', 'SIGKILL'])
  expect(clock.booked).toBe(0)
})

test.each([0, 1])('who leaves after %i more rungs is left in peace', (rungs) => {
  const { clock, climbed, ladder } = setUp()
  clock.advance(rungs * KILL_STEP_MS)

  ladder[Symbol.dispose]()
  clock.advance(10 * KILL_STEP_MS)

  expect(climbed).toHaveLength(rungs + 1)
})

test('a stop ends within five seconds, whoever it meets', () => {
  expect(2 * KILL_STEP_MS).toBeLessThan(5_000)
})

test('a run is shown as unresponsive before it is killed, and not for one beat that was late', () => {
  expect(MISSED_CHECKS_SHOWN).toBeGreaterThan(1)
  expect(MISSED_CHECKS_KILL).toBeGreaterThan(MISSED_CHECKS_SHOWN)
})

test('a sweep counts as late only when it missed more than one turn', () => {
  expect(LATE_SWEEP_MS).toBeGreaterThanOrEqual(2 * CHECK_MS)
})
