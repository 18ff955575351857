import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createSystemTexts } from '../texts.ts'
import { openWindowMemory } from '../windows/window-state.ts'
import { tellOfTray } from './tray-notice.ts'

test('that closing stops nothing is said once, also over a restart', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'muster-tray-')), 'window.json')
  const texts = createSystemTexts(() => 'en')
  const said: string[] = []
  const closeWindow = async (): Promise<void> => {
    const memory = await openWindowMemory(path, createManualClock(), silentLogger)
    tellOfTray({ memory, texts, show: ({ title }) => said.push(title) })
    tellOfTray({ memory, texts, show: ({ title }) => said.push(title) })
    await memory[Symbol.asyncDispose]()
  }

  await closeWindow()
  await closeWindow()

  expect(said).toEqual(['Muster goes on without its window'])
})
