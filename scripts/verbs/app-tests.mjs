// The tests of the built app, under Playwright, on a display of their own where there is none.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { buildApp } from '../setup/built-app.mjs'
import { run } from '../setup/child.mjs'
import { withDisplay } from '../setup/display.mjs'
import { MODULES, ROOT, STATE } from '../setup/places.mjs'
import { step } from '../setup/report.mjs'
import { runtimeEnvironment } from '../setup/runtime.mjs'
import { closingLine, readPlaywright, tallyOf } from './tally.mjs'

/**
 * @param {'app' | 'screenshots'} project of playwright.config.ts
 * @param {import('../muster.mjs').Context} context `args` go to Playwright
 */
export function runAppTests(project, { args, executable }) {
  return step(`${project} tests`, async (doing) => {
    doing('running')
    const report = join(STATE, `playwright-${project}.json`)
    rmSync(report, { force: true })
    const command = [join(MODULES, '@playwright', 'test', 'cli.js'), 'test', `--project=${project}`]
    const { code } = await withDisplay((display) =>
      run(execPath, [...command, '--reporter=list,json', ...args], {
        cwd: ROOT,
        show: true,
        env: { ...runtimeEnvironment(executable), ...display, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
    )
    return tallyOf(code, report, readPlaywright)
  })
}

/**
 * A verb of nothing but such tests, on a fresh build.
 *
 * @param {'app' | 'screenshots'} project
 * @returns {import('../muster.mjs').Verb['run']}
 */
export const appTestsVerb = (project) => async (context) => {
  await step('app', buildApp)
  const tally = await runAppTests(project, context)
  process.stdout.write(`${closingLine(tally)}\n`)
  return tally.failed === 0 ? 0 : 1
}
