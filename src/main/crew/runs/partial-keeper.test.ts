import { expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { keepPartial, SAVE_PARTIAL_MS, type PartialText } from './partial-keeper.ts'

function setUp() {
  const clock = createManualClock()
  const saved: PartialText[] = []
  const partial = keepPartial(clock, (text) => saved.push(text))
  const add = (text: string, thinking = ''): void => partial.add({ text, thinking, reset: false })
  return { clock, saved, partial, add }
}

test('what is written is saved once a second, not more often', () => {
  const { clock, saved, add } = setUp()
  add('one ', 'hm')
  add('two ')
  clock.advance(SAVE_PARTIAL_MS - 1)
  expect(saved).toEqual([])

  clock.advance(1)
  add('three')
  clock.advance(SAVE_PARTIAL_MS)

  expect(saved).toEqual([
    { text: 'one two ', thinking: 'hm' },
    { text: 'one two three', thinking: 'hm' },
  ])
})

test('nothing is saved while nothing is written', () => {
  const { clock, saved, add } = setUp()
  add('')

  clock.advance(10 * SAVE_PARTIAL_MS)

  expect([saved, clock.booked]).toEqual([[], 0])
})

test('what became an entry is not saved any more', () => {
  const { clock, saved, partial, add } = setUp()
  add('one')

  partial.add({ text: '', thinking: '', reset: true })
  clock.advance(SAVE_PARTIAL_MS)

  expect(saved).toEqual([])
  expect(partial.current()).toEqual({ text: '', thinking: '' })
})

test('what was saved is taken back when it became an entry', () => {
  const { clock, saved, partial, add } = setUp()
  add('one')
  clock.advance(SAVE_PARTIAL_MS)

  partial.clear()
  partial.clear()

  expect(saved).toEqual([
    { text: 'one', thinking: '' },
    { text: '', thinking: '' },
  ])
})

test('a reset may bring the first words of the next answer', () => {
  const { partial, add } = setUp()
  add('one')

  partial.add({ text: 'two', thinking: '', reset: true })

  expect(partial.current().text).toBe('two')
})

test('nothing is saved after the end', () => {
  const { clock, saved, partial, add } = setUp()
  add('one')

  partial[Symbol.dispose]()
  clock.advance(SAVE_PARTIAL_MS)

  expect(saved).toEqual([])
})
