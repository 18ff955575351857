import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type SettingChange, type Settings } from '../../../shared/settings.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { openSettings } from './settings-file.ts'

function setup(text?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-settings-'))
  const path = join(folder, 'settings.json')
  if (text !== undefined) writeFileSync(path, text)
  const told: Settings[] = []
  const open = (overrides: SettingChange[] = []) =>
    openSettings({
      path,
      overrides,
      clock: createManualClock(5),
      onChanged: (settings) => told.push(settings),
    })
  return { folder, path, open, told, text: () => readFileSync(path, 'utf8') }
}

const DARK = { path: 'appearance.theme', value: 'dark' }

test('without a file the defaults are in force and nothing is written', async () => {
  const { folder, open } = setup()

  const settings = await open()

  expect(settings.current()).toEqual(DEFAULT_SETTINGS)
  expect(settings.problem).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

test('a change is told, is kept, and is all that the file holds', async () => {
  const { open, told, text } = setup()

  const changed = await (await open()).change([DARK])

  expect(changed.appearance.theme).toBe('dark')
  expect(told).toEqual([changed])
  expect(JSON.parse(text())).toEqual({ appearance: { theme: 'dark' } })
  expect((await open()).current()).toEqual(changed)
})

test('of several changes with a wrong one among them none is made', async () => {
  const { folder, open, told } = setup()
  const settings = await open()

  await expect(settings.change([DARK, { path: 'delegation.maxDepth', value: 99 }])).rejects.toMatchObject({
    code: 'invalid_input',
    details: { key: 'delegation.maxDepth' },
  })

  expect(settings.current()).toEqual(DEFAULT_SETTINGS)
  expect(told).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('changes made at once all last', async () => {
  const { open } = setup()
  const settings = await open()

  await Promise.all([
    settings.change([DARK]),
    settings.change([{ path: 'delegation.maxDepth', value: 1 }]),
    settings.change([{ path: 'model.name', value: 'm' }]),
  ])

  const { appearance, delegation, model } = (await open()).current()
  expect([appearance.theme, delegation.maxDepth, model.name]).toEqual(['dark', 1, 'm'])
})

test.each([
  ['no JSON', '{ "model": '],
  ['an unknown key', '{ "modle": {} }'],
  ['a value out of range', '{ "delegation": { "maxDepth": 99 } }'],
  ['no object', '[]'],
])('a file with %s is left as it is, and the defaults are in force', async (_kind, content) => {
  const { path, open, text } = setup(content)

  const settings = await open()

  expect(settings.current()).toEqual(DEFAULT_SETTINGS)
  expect(settings.problem?.toWire()).toMatchObject({ code: 'settings_broken', details: { path } })
  expect(text()).toBe(content)
})

test('the first change after a broken read keeps the broken file beside', async () => {
  const { folder, open } = setup('{ broken')
  const settings = await open()

  await settings.change([DARK])

  expect(settings.problem).toBeNull()
  expect(readdirSync(folder)).toEqual(['settings.broken-5.json', 'settings.json'])
  expect(readFileSync(join(folder, 'settings.broken-5.json'), 'utf8')).toBe('{ broken')
})

test('what was set for this call wins over the file and is never written', async () => {
  const { open, text } = setup('{ "delegation": { "maxDepth": 1 } }')
  const settings = await open([{ path: 'delegation.maxDepth', value: 3 }])

  await settings.change([DARK])

  expect(settings.current().delegation.maxDepth).toBe(3)
  expect(settings.current().appearance.theme).toBe('dark')
  expect(JSON.parse(text())).toEqual({ delegation: { maxDepth: 1 }, appearance: { theme: 'dark' } })
})

test('a wrong value for this call is refused at once', async () => {
  const { open } = setup()

  await expect(open([{ path: 'delegation.maxDepth', value: 0 }])).rejects.toMatchObject({
    code: 'invalid_input',
  })
})
