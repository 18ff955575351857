import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { openWindowMemory } from './window-state.ts'

const BOUNDS = { x: 10, y: 20, width: 900, height: 700 }

function setup() {
  const path = join(mkdtempSync(join(tmpdir(), 'muster-window-')), 'window.json')
  const clock = createManualClock()
  return { path, clock, open: () => openWindowMemory(path, clock, silentLogger) }
}

test('what is remembered is there at the next start', async () => {
  const { open } = setup()
  const memory = await open()

  memory.remember({ bounds: BOUNDS })
  memory.remember({ isMaximized: true })
  await memory[Symbol.asyncDispose]()

  expect((await open()).state).toEqual({ bounds: BOUNDS, isMaximized: true, toldOfTray: false })
})

test('a window that is dragged about writes once', async () => {
  const { path, clock, open } = setup()
  const memory = await open()

  for (let x = 0; x < 100; x += 1) memory.remember({ bounds: { ...BOUNDS, x } })

  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  expect(clock.booked).toBe(1)
  await clock.pass(500)
  await memory[Symbol.asyncDispose]()
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ bounds: { x: 99 } })
})

test('a broken file costs no more than the place', async () => {
  const { path, open } = setup()
  writeFileSync(path, '{"bounds":{"x":"left"}}')

  expect((await open()).state).toEqual({ bounds: null, isMaximized: false, toldOfTray: false })
})
