import { _electron, type Page } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BootId } from '../../src/shared/ids.ts'
import { systemClock } from '../../src/main/platform/clock.ts'
import { randomIds } from '../../src/main/platform/ids.ts'
import { openLedger } from '../../src/main/store/ledger/open-ledger.ts'
import { windowEnvironment } from '../fixtures/environment.ts'
import { ROOT } from '../fixtures/places.ts'
import { bareProgram } from './bare-programs.ts'
import type { Benchmark } from './benchmark.ts'

const CONVERSATIONS = 1_000

/** From the start of the process to a field that one can type into. Both through Playwright, which costs some of it. */
export const launch: Benchmark = {
  name: 'launch → interactive, 1,000 conversations',
  beside: 'an empty Electron window with an input',
  unit: 'ms',
  rounds: 7,
  goals: [{ of: 'ours', atMost: 1_000 }],
  async setUp() {
    const data = mkdtempSync(join(tmpdir(), 'muster-bench-'))
    await fill(data)
    return {
      ours: () => measure([ROOT], { MUSTER_DATA: data }, (page) => page.getByTestId('composer').focus()),
      bare: () => measure([bareProgram('empty-window')], {}, (page) => page.locator('input').focus()),
      [Symbol.asyncDispose]: async () => rmSync(data, { recursive: true }),
    }
  },
}

async function measure(
  args: readonly string[],
  env: Record<string, string>,
  touch: (page: Page) => Promise<void>,
): Promise<number> {
  const start = performance.now()
  const app = await _electron.launch({
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
    cwd: ROOT,
    env: windowEnvironment(env),
  })
  await touch(await app.firstWindow())
  const took = performance.now() - start
  await app.close()
  return took
}

/** As many conversations as somebody has after a year. */
async function fill(dataFolder: string): Promise<void> {
  const bootId = BootId.parse(randomIds.next('boot'))
  const ledger = openLedger({
    dataFolder,
    bootId,
    pid: process.pid,
    clock: systemClock,
    ids: randomIds,
    priceOf: () => null,
  })
  const model = { baseUrl: 'http://127.0.0.1:9/v1', name: 'bench' }
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ model }))
  await Promise.all(
    Array.from({ length: CONVERSATIONS }, async (_, index) => {
      const { id } = await ledger.conversations.create({ folder: null, mode: 'ask', demo: false })
      await ledger.conversations.rename(id, `Conversation ${index + 1}`)
    }),
  )
  await ledger[Symbol.asyncDispose]()
}
