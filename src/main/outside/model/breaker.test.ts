import { expect, test } from 'vitest'
import { BreakerId, ConversationId, RunId } from '../../../shared/ids.ts'
import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import type { ModelRefusal } from '../../core/agent/ports.ts'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { openBreakers, type Waiter } from './breaker.ts'
import { FIRST_LOOK_MS, HALF_OPEN_MS, LOOK_GROWTH, LOOKING_ON_MS } from './policy.ts'

const endpoint = (key = 'one'): ModelEndpoint => ({
  kind: 'openai',
  baseUrl: 'https://models.example/v1',
  model: 'm',
  key,
})
const refusal = (code: ModelRefusal['code'], retryAfterMs: number | null = null) => ({
  endpoint: endpoint(),
  failure: { code, details: { host: 'models.example' }, retryAfterMs },
})
const run = (name: string): Waiter => ({
  conversationId: ConversationId.parse('c1'),
  runId: RunId.parse(name),
})
const turn: Waiter = { conversationId: ConversationId.parse('c1'), runId: null }
const never = (): AbortSignal => new AbortController().signal

function setUp({ isReachable = false } = {}) {
  const clock = createManualClock()
  const told = { opened: 0, changed: 0, reachable: isReachable, probes: 0 }
  const breakers = openBreakers({
    clock,
    ids: createCountedIds(),
    isReachable() {
      told.probes += 1
      return Promise.resolve(told.reachable)
    },
    onChanged: () => void (told.changed += 1),
    onOpened: () => void (told.opened += 1),
  })
  return { clock, breakers, told }
}

/** What became of a wait so far. */
function watch(wait: Promise<boolean>): { now: boolean | 'waits' } {
  const seen: { now: boolean | 'waits' } = { now: 'waits' }
  void wait.then((goesOn) => (seen.now = goesOn))
  return seen
}

test('everybody who meets it waits behind one breaker, told once, until a person lets them go on', async () => {
  const { breakers, told } = setUp()
  const waits = ['r1', 'r2', 'r3'].map((name) =>
    watch(breakers.wait(run(name), refusal('model_no_credit'), never())),
  )
  const own = watch(breakers.wait(turn, refusal('model_no_credit'), never()))

  expect(told.opened).toBe(1)
  expect(breakers.open()).toMatchObject([
    {
      origin: 'https://models.example',
      code: 'model_no_credit',
      waiting: { turns: 1, runs: 3 },
      resumesAt: null,
    },
  ])
  expect(breakers.isOpen(endpoint())).toBe(true)

  breakers.resume(breakers.open()[0]?.id ?? BreakerId.parse('none'))
  await Promise.resolve()

  expect([...waits, own].map(({ now }) => now)).toEqual([true, true, true, true])
  expect(breakers.open()).toEqual([])
})

test('another key of the same endpoint is not held up', () => {
  const { breakers } = setUp()
  void breakers.wait(run('r1'), refusal('model_unauthorized'), never())

  expect(breakers.isOpen(endpoint('two'))).toBe(false)
})

test('who is stopped leaves, and the last one closes it', async () => {
  const { breakers } = setUp()
  const [one, other] = [new AbortController(), new AbortController()]
  const first = watch(breakers.wait(run('r1'), refusal('model_no_credit'), one.signal))
  void breakers.wait(run('r2'), refusal('model_no_credit'), other.signal)

  one.abort()
  await Promise.resolve()
  expect(first.now).toBe(false)
  expect(breakers.open()).toMatchObject([{ waiting: { runs: 1 } }])

  other.abort()
  expect(breakers.open()).toEqual([])
})

test('a known time of reset lets all go on by itself', async () => {
  const { breakers, clock } = setUp()
  const wait = watch(breakers.wait(run('r1'), refusal('model_rate_limited', 5 * MINUTE), never()))
  expect(breakers.open()[0]?.resumesAt).toBe(clock.now() + 5 * MINUTE)

  await clock.pass(5 * MINUTE - SECOND)
  expect(wait.now).toBe('waits')
  await clock.pass(SECOND)

  expect(wait.now).toBe(true)
})

test('without a way it looks for one with growing pauses, one probe for all, and goes on when there is', async () => {
  const { breakers, clock, told } = setUp()
  const waits = ['r1', 'r2'].map((name) =>
    watch(breakers.wait(run(name), refusal('model_unreachable'), never())),
  )

  await clock.pass(FIRST_LOOK_MS)
  expect(told.probes).toBe(1)
  await clock.pass(FIRST_LOOK_MS)
  expect(told.probes).toBe(1)
  told.reachable = true
  await clock.pass(FIRST_LOOK_MS * (LOOK_GROWTH - 1))

  expect(told.probes).toBe(2)
  expect(waits.map(({ now }) => now)).toEqual([true, true])
})

test('the same trouble right after it went on by itself is no news', async () => {
  const { breakers, clock, told } = setUp()
  void breakers.wait(run('r1'), refusal('model_rate_limited'), never())
  const { id, since } = breakers.open()[0] ?? {}
  await clock.pass(FIRST_LOOK_MS)

  void breakers.wait(run('r1'), refusal('model_rate_limited'), never())

  expect(told.opened).toBe(1)
  expect(breakers.open()[0]).toMatchObject({
    id,
    since,
    resumesAt: clock.now() + FIRST_LOOK_MS * LOOK_GROWTH,
  })
})

test('long after it is news again', async () => {
  const { breakers, clock, told } = setUp()
  void breakers.wait(run('r1'), refusal('model_rate_limited'), never())
  await clock.pass(FIRST_LOOK_MS + HALF_OPEN_MS)

  void breakers.wait(run('r1'), refusal('model_rate_limited'), never())

  expect(told.opened).toBe(2)
})

test('a person who lets it go on in vain sees the same breaker again, at once and without another notice', async () => {
  const { breakers, clock, told } = setUp()
  void breakers.wait(run('r1'), refusal('model_rate_limited'), never())
  const { id = BreakerId.parse('none'), since } = breakers.open()[0] ?? {}

  breakers.resume(id)
  await clock.pass(SECOND)
  void breakers.wait(run('r1'), refusal('model_rate_limited'), never())

  expect(told.opened).toBe(1)
  expect(breakers.open()[0], 'looks begin anew').toMatchObject({
    id,
    since,
    resumesAt: clock.now() + FIRST_LOOK_MS,
  })
})

test('what refuses again once nobody looks on any more is news', async () => {
  const { breakers, clock, told } = setUp()
  void breakers.wait(run('r1'), refusal('model_no_credit'), never())
  breakers.resume(breakers.open()[0]?.id ?? BreakerId.parse('none'))
  await clock.pass(LOOKING_ON_MS)

  void breakers.wait(run('r1'), refusal('model_no_credit'), never())

  expect(told.opened).toBe(2)
})

test('what is not open any more is not resumed twice', () => {
  const { breakers, told } = setUp()

  breakers.resume(BreakerId.parse('brk_9'))

  expect(told.changed).toBe(0)
})
