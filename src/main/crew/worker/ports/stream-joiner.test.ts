import { expect, test } from 'vitest'
import { STREAM_MESSAGES_PER_SECOND } from '../../../../shared/run-pace.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { joinStream } from './stream-joiner.ts'

function setUp() {
  const clock = createManualClock()
  const sent: object[] = []
  const stream = joinStream(clock, (delta) => sent.push(delta))
  const add = (text: string, reset = false): void => stream.add({ text, thinking: '', reset })
  return { clock, sent, add }
}

test('the first word leaves at once, the next ones together', () => {
  const { clock, sent, add } = setUp()
  for (const word of ['one ', 'two ', 'three']) add(word)
  expect(sent).toMatchObject([{ text: 'one ' }])

  clock.advance(1_000)

  expect(sent).toMatchObject([{ text: 'one ' }, { text: 'two three' }])
})

test('no more than thirty messages leave in a second, and no word is lost', () => {
  const { clock, sent, add } = setUp()
  for (let ms = 0; ms < 1_000; ms++) {
    add('x')
    clock.advance(1)
  }

  expect(sent.length).toBeLessThanOrEqual(STREAM_MESSAGES_PER_SECOND + 1)
  clock.advance(1_000)
  expect(sent.map((delta) => (delta as { text: string }).text).join('')).toBe('x'.repeat(1_000))
})

test('after a pause a word leaves at once again', () => {
  const { clock, sent, add } = setUp()
  add('one')
  clock.advance(1_000)

  add('two')

  expect(sent).toMatchObject([{ text: 'one' }, { text: 'two' }])
})

test('a reset makes what was held void, and is not lost itself', () => {
  const { clock, sent, add } = setUp()
  add('one')
  add('two')
  add('', true)
  add('three')

  clock.advance(1_000)

  expect(sent).toMatchObject([{ text: 'one' }, { text: 'three', reset: true }])
})
