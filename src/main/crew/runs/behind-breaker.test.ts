import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import type { ModelEndpoint } from '../../../shared/run-protocol.ts'
import { openBreakers } from '../../outside/model/breaker.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createBehindBreaker, type Parking } from './behind-breaker.ts'

const endpoint: ModelEndpoint = { kind: 'openai', baseUrl: 'https://models.example/v1', model: 'm', key: 'k' }
const refusal = { endpoint, failure: { code: 'model_no_credit', details: {}, retryAfterMs: null } } as const

function setUp() {
  const breakers = openBreakers({
    clock: createManualClock(),
    ids: createCountedIds(),
    isReachable: () => Promise.resolve(false),
    onChanged: () => undefined,
    onOpened: () => undefined,
  })
  const behindBreaker = createBehindBreaker({
    breakers,
    endpoint: () => Promise.resolve(endpoint),
    isAttended: true,
  })
  return { breakers, behindBreaker }
}
const agent = (park: () => Promise<void>): Parking => ({
  conversationId: ConversationId.parse('c1'),
  runId: null,
  park,
  unpark: () => Promise.resolve(),
})
const never = (): AbortSignal => new AbortController().signal

test('the breaker is open before an agent gives its place away', async () => {
  const { breakers, behindBreaker } = setUp()
  const stop = new AbortController()
  let wasOpen = false

  const waited = behindBreaker(
    agent(async () => {
      wasOpen = breakers.isOpen(endpoint)
      stop.abort()
    }),
    refusal,
    stop.signal,
  )

  expect(await waited).toBeNull()
  expect(wasOpen).toBe(true)
})

test('an agent whose row cannot be written does not stay among those who wait', async () => {
  const { breakers, behindBreaker } = setUp()

  await expect(
    behindBreaker(
      agent(() => Promise.reject(new Error('disk full'))),
      refusal,
      never(),
    ),
  ).rejects.toThrow('disk full')

  expect(breakers.open()).toEqual([])
})

test('who gets its place back only after another has asked in vain waits on, and asks nothing', async () => {
  const { breakers, behindBreaker } = setUp()
  const isRefusedAgain = (): void =>
    void breakers.wait(
      agent(() => Promise.resolve()),
      refusal,
      never(),
    )
  const [stop, seen] = [new AbortController(), { parked: 0 }]
  const late: Parking = {
    ...agent(() => {
      seen.parked += 1
      if (seen.parked === 2) stop.abort()
      else for (const { id } of breakers.open()) breakers.resume(id)
      return Promise.resolve()
    }),
    unpark() {
      if (seen.parked === 1) isRefusedAgain()
      return Promise.resolve()
    },
  }

  expect(await behindBreaker(late, refusal, stop.signal)).toBeNull()
  expect(seen.parked).toBe(2)
  expect(breakers.open()).toMatchObject([{ waiting: { turns: 1 } }])
})
