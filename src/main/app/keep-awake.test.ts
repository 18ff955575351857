import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import { disposable } from '../platform/disposables.ts'
import { createKeepAwake, type KeepAwakePorts } from './keep-awake.ts'

type Choice = ReturnType<KeepAwakePorts['choice']>

function setUp(choice: Choice, isOnBattery = false) {
  const world = { choice, isOnBattery, isAtWork: true }
  let holds = 0
  const keep = createKeepAwake({
    choice: () => world.choice,
    isAtWork: () => world.isAtWork,
    isOnBattery: () => world.isOnBattery,
    hold() {
      holds += 1
      return disposable(() => (holds -= 1))
    },
  })
  const held = (): number => {
    keep.look()
    return holds
  }
  return { world, keep, held, holds: () => holds }
}

test('on mains is the default', () => {
  expect(DEFAULT_SETTINGS.delegation.keepAwake).toBe('onMains')
})

test.each([
  ['off', false, 0],
  ['off', true, 0],
  ['onMains', false, 1],
  ['onMains', true, 0],
  ['always', false, 1],
  ['always', true, 1],
] as const)(
  'set to %s, with a battery in use: %s, the system is held awake by %i',
  (choice, battery, held) => {
    expect(setUp(choice, battery).held()).toBe(held)
  },
)

test('the system is held once, however often anybody looks, and let go when the work is done', () => {
  const { world, held } = setUp('always')
  expect([held(), held(), held()]).toEqual([1, 1, 1])

  world.isAtWork = false

  expect(held()).toBe(0)
})

test('pulling the plug lets it sleep, putting it back keeps it awake', () => {
  const { world, held } = setUp('onMains')
  expect(held()).toBe(1)

  world.isOnBattery = true
  expect(held()).toBe(0)
  world.isOnBattery = false

  expect(held()).toBe(1)
})

test('who leaves lets it sleep', () => {
  const { keep, held, holds } = setUp('always')
  held()

  keep[Symbol.dispose]()

  expect(holds()).toBe(0)
})
