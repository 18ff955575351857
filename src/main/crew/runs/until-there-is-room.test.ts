import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { HostEvent } from '../../../shared/events.ts'
import { collectWarnings } from '../../testing/collect-warnings.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createDiskWatch } from './disk-watch.ts'
import { RETRY_FULL_DISK_MS } from './policy.ts'
import { untilThereIsRoom } from './until-there-is-room.ts'

function setUp() {
  const clock = createManualClock()
  const events: HostEvent[] = []
  const disk = createDiskWatch({ folder: '/data', clock, announce: (event) => void events.push(event) })
  const log: AppError[] = []
  const state = { isFull: true, tries: 0 }
  const write = (what: string, signal?: AbortSignal): Promise<string> =>
    untilThereIsRoom(
      { clock, disk, onFull: (error) => void log.push(error), ...(signal ? { signal } : {}) },
      async () => {
        state.tries++
        if (state.isFull) throw new AppError('disk_full', 'no room')
        return what
      },
    )
  return { clock, events, disk, log, state, write }
}

const told = (events: readonly HostEvent[]) =>
  events.map((event) => event.type === 'disk.changed' && event.full?.path)

test('a full disk is told once, however much waits and however often it is tried, and so is its end', async () => {
  const { clock, events, disk, log, state, write } = setUp()
  const both = Promise.all([write('one'), write('two')])
  await clock.pass(3 * RETRY_FULL_DISK_MS)

  expect(told(events)).toEqual(['/data'])
  expect(disk.current()).toEqual({ path: '/data', since: expect.any(Number) as number })
  expect(log).toHaveLength(2)
  expect(state.tries).toBe(8)
  state.isFull = false
  await clock.pass(RETRY_FULL_DISK_MS)

  expect(await both).toEqual(['one', 'two'])
  expect(told(events)).toEqual(['/data', undefined])
  expect(disk.current()).toBeNull()
})

test('however much waits, nobody is warned of that', async () => {
  const warnings = collectWarnings()
  const { clock, state, write } = setUp()
  const all = Promise.all(Array.from({ length: 40 }, (_, index) => write(`${index}`)))
  await clock.pass(RETRY_FULL_DISK_MS)
  state.isFull = false
  await clock.pass(RETRY_FULL_DISK_MS)

  expect(await all).toHaveLength(40)
  expect(warnings).toEqual([])
})

test('what nobody needs any more is given up, and then nothing is said to wait', async () => {
  const { clock, events, disk, write } = setUp()
  const stop = new AbortController()
  const written = write('one', stop.signal).catch((error: unknown) => error)
  await clock.pass(RETRY_FULL_DISK_MS)
  stop.abort()

  expect(await written).toMatchObject({ code: 'disk_full' })
  expect(told(events)).toEqual(['/data', undefined])
  const other = write('two').catch((error: unknown) => error)
  await clock.pass(1)
  disk[Symbol.dispose]()
  expect(await other).toMatchObject({ code: 'disk_full' })
})

test('any other failure is thrown at once', async () => {
  const { clock, disk, events } = setUp()
  const onFull = (): void => undefined
  const failing = untilThereIsRoom({ clock, disk, onFull }, () => Promise.reject(new Error('broken')))

  await expect(failing).rejects.toThrow('broken')
  expect(events).toEqual([])
})
