import { defineConfig } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

// Playwright asks the electron package where Electron is; this tells it which runtime the set-up chose, so that
// a single spec can also be run by hand: npx playwright test e2e/<spec>.
const chosen = 'node_modules/.muster/electron.path'
if (!process.env['ELECTRON_OVERRIDE_DIST_PATH'] && existsSync(chosen)) {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(readFileSync(chosen, 'utf8').trim())
}

export default defineConfig({
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  // Generous, since a test is about what happens and not about how fast the machine is; bench measures.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  globalTimeout: 2_400_000,
  // One app at a time: two of them on two cores make each other's timings a lottery.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  reporter: [['list']],
  use: { trace: 'retain-on-failure' },
  projects: [
    { name: 'app', testDir: 'e2e', testIgnore: ['bench/**', 'chaos/**', 'screenshots/**'] },
    { name: 'screenshots', testDir: 'e2e/screenshots' },
  ],
})
