import { expect, onTestFinished, test } from 'vitest'
import { RunId } from '../../../shared/ids.ts'
import { BEAT_MS } from '../../../shared/run-pace.ts'
import { HOUR, type Millis } from '../../platform/clock.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { startLiveness, type Watched } from './liveness.ts'
import { CHECK_MS, LATE_SWEEP_MS, MISSED_CHECKS_KILL, MISSED_CHECKS_SHOWN } from './policy.ts'

function setUp() {
  const clock = createManualClock()
  let offsetMs: Millis = 0
  const swept: (readonly RunId[])[] = []
  const liveness = startLiveness({ ...clock, now: () => clock.now() + offsetMs }, (ids) => swept.push(ids))
  onTestFinished(() => liveness[Symbol.dispose]())
  const told: string[] = []
  const watch = (name: string): Watched => {
    const run: Watched = {
      id: RunId.parse(`run_${name}`),
      setUnresponsive: (is) => void told.push(`${name} ${is ? 'silent' : 'back'}`),
      giveUp: () => void told.push(`${name} given up`),
      look: (ms) => void told.push(`${name} ${ms}`),
    }
    liveness.watch(run)
    return run
  }
  const news = (): string[] => told.splice(0).filter((line) => !/ \d+$/.test(line))
  return { clock, liveness, swept, told, news, watch, setWall: (ms: Millis) => void (offsetMs = ms) }
}

test('a worker beats every 5 s, and is looked at as often', () => {
  expect(BEAT_MS).toBe(5_000)
  expect(CHECK_MS).toBe(BEAT_MS)
})

test('three missed checks are shown, six end the run', () => {
  const { clock, news, watch } = setUp()
  watch('a')

  clock.advance(3 * CHECK_MS - 1)
  expect(news()).toEqual([])
  clock.advance(1)
  expect(news()).toEqual(['a silent'])
  clock.advance(3 * CHECK_MS)
  expect(news()).toEqual(['a given up'])
})

test('any message at all counts', () => {
  const { clock, liveness, news, watch } = setUp()
  const run = watch('a')

  for (let check = 0; check < 20; check++) {
    clock.advance(CHECK_MS)
    liveness.heard(run)
  }

  expect(news()).toEqual([])
})

test('one frozen run among many lively ones is seen: each is watched for itself', () => {
  const { clock, liveness, news, watch } = setUp()
  watch('frozen')
  const lively = ['b', 'c', 'd', 'e'].map(watch)

  for (let check = 0; check < MISSED_CHECKS_KILL; check++) {
    clock.advance(CHECK_MS)
    for (const run of lively) liveness.heard(run)
  }

  expect(news()).toEqual(['frozen silent', 'frozen given up'])
})

test('there is one timer for all runs, and one word to the ledger a sweep', () => {
  const { clock, swept, watch } = setUp()
  for (let run = 0; run < 50; run++) watch(`r${run}`)

  expect(clock.booked).toBe(1)
  clock.advance(CHECK_MS)
  expect(swept).toHaveLength(1)
  expect(swept[0]).toHaveLength(50)
})

test.each([
  ['forward', HOUR],
  ['back', -HOUR],
])('a wall clock that is set %s by an hour changes nothing', (_how, by) => {
  const { clock, news, watch, setWall } = setUp()
  watch('a')
  clock.advance(2 * CHECK_MS)

  setWall(by)
  expect(news()).toEqual([])
  clock.advance(CHECK_MS)

  expect(news()).toEqual(['a silent'])
})

test('a sweep that comes late starts the counts anew, as often as it happens', () => {
  const { clock, news, watch } = setUp()
  watch('a')
  clock.advance(MISSED_CHECKS_SHOWN * CHECK_MS)

  for (let nap = 0; nap < 20; nap++) clock.sleep(LATE_SWEEP_MS + 1)

  expect(news()).toEqual(['a silent', 'a back'])
})

test('the time of a late sweep is no time in which a run stood still', () => {
  const { clock, told, watch } = setUp()
  watch('a')

  clock.sleep(HOUR)
  clock.advance(CHECK_MS)

  expect(told).toEqual(['a 0', 'a 5000'])
})

test('resume starts the counts anew even where the clock stood still with the machine', () => {
  const { clock, liveness, news, watch } = setUp()
  watch('a')
  clock.advance(5 * CHECK_MS)

  liveness.forgiveAll()
  clock.advance(2 * CHECK_MS)

  expect(news()).toEqual(['a silent', 'a back'])
})
