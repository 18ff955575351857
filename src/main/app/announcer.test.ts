import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { EventBatch, HostEvent } from '../../shared/events.ts'
import { ConversationId, RunId } from '../../shared/ids.ts'
import { silentLogger } from '../platform/logger.ts'
import { BATCH_INTERVAL_MS } from './feed.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { createAnnouncer } from './announcer.ts'

const HERE = ConversationId.parse('conversation_here')
const ELSEWHERE = ConversationId.parse('conversation_elsewhere')
const RUN = RunId.parse('run_watched')

const streamed = (text: string, conversationId = HERE): HostEvent => ({
  type: 'turn.streamed',
  conversationId,
  text,
  thinking: '',
  reset: false,
})
const reveal = (conversationId = HERE): HostEvent => ({ type: 'reveal.asked', conversationId, runId: null })

function setup() {
  const clock = createManualClock()
  const announcer = createAnnouncer({ clock, logger: silentLogger })
  const batches: EventBatch[] = []
  const feed = announcer.openFeed((batch) => batches.push(batch))
  feed.sync()
  feed.watch({ conversationId: HERE, runId: RUN })
  return { clock, announcer, feed, batches }
}

test('the first event after a rest leaves without any time passing', async () => {
  const { announcer, batches } = setup()

  announcer.announce(reveal())
  await nextTurn()

  expect(batches).toEqual([{ sequence: 1, events: [reveal()] }])
})

test('a flood reaches a window in at most 30 batches a second, with every character in order', async () => {
  const { clock, announcer, batches } = setup()

  for (let sent = 0; sent < 1_000; sent += 1) {
    announcer.announce(streamed(`${sent},`))
    await clock.pass(1)
  }
  await clock.pass(BATCH_INTERVAL_MS)

  const text = batches
    .flatMap(({ events }) => events.map((event) => ('text' in event ? event.text : '')))
    .join('')
  expect(text).toBe(Array.from({ length: 1_000 }, (_, index) => `${index},`).join(''))
  expect(batches.length).toBeLessThanOrEqual(31)
})

test('batches of a window are numbered without a gap', async () => {
  const { clock, announcer, batches } = setup()

  for (let round = 0; round < 5; round += 1) {
    announcer.announce(reveal())
    announcer.announce(reveal(ELSEWHERE))
    await clock.pass(BATCH_INTERVAL_MS + 1)
  }

  expect(batches.map(({ sequence }) => sequence)).toEqual([1, 3, 5, 7, 9])
})

test('each window is told only what it watches, under numbers of its own', async () => {
  const { announcer, batches } = setup()
  const other: EventBatch[] = []
  const otherFeed = announcer.openFeed((batch) => other.push(batch))
  otherFeed.sync()
  otherFeed.watch({ conversationId: ELSEWHERE, runId: null })

  announcer.announce(streamed('for nobody', ConversationId.parse('conversation_third')))
  announcer.announce(streamed('here'))
  announcer.announce(streamed('elsewhere', ELSEWHERE))
  await nextTurn()

  expect(batches).toEqual([{ sequence: 1, events: [streamed('here')] }])
  expect(other).toEqual([{ sequence: 1, events: [streamed('elsewhere', ELSEWHERE)] }])
})

test('a snapshot taken while events wait sends them first and names the last one', async () => {
  const { clock, announcer, feed, batches } = setup()
  announcer.announce(streamed('one'))
  await nextTurn()
  announcer.announce(streamed('two'))

  expect(feed.sync()).toBe(2)
  announcer.announce(streamed('three'))
  await clock.pass(BATCH_INTERVAL_MS)

  expect(batches.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
})

test('a window that is gone is told nothing and keeps no timer', async () => {
  const { clock, announcer, feed, batches } = setup()
  announcer.announce(reveal())
  await nextTurn()
  announcer.announce(reveal())

  feed[Symbol.dispose]()
  announcer.announce(reveal())
  await clock.pass(1_000)

  expect(batches).toHaveLength(1)
  expect(clock.booked).toBe(0)
})

test('an event that breaks the contract reaches no window', async () => {
  const { announcer, batches } = setup()

  announcer.announce({ ...reveal(), type: 'unheard.of' } as unknown as HostEvent)
  announcer.announce({ type: 'reveal.asked', conversationId: 5, runId: null } as unknown as HostEvent)
  announcer.announce(reveal())
  await nextTurn()

  expect(batches).toEqual([{ sequence: 1, events: [reveal()] }])
})

test('a page that starts over is told nothing before its snapshot, but what to reveal right after it', async () => {
  const { clock, announcer, feed, batches } = setup()
  announcer.announce(streamed('before'))
  await clock.pass(BATCH_INTERVAL_MS)

  feed.restart()
  announcer.announce(reveal())
  feed.watch({ conversationId: HERE, runId: null })
  announcer.announce(streamed('meanwhile'))
  await clock.pass(BATCH_INTERVAL_MS)
  expect(batches).toHaveLength(1)

  expect(feed.sync()).toBe(1)
  expect(batches).toHaveLength(1)
  await nextTurn()
  expect(batches[1]).toEqual({ sequence: 2, events: [reveal()] })
})
