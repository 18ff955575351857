// The built app under out/, made again when a source has changed.

import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { run } from './child.mjs'
import { explainOutput } from './file-faults.mjs'
import { alone } from './lock.mjs'
import { LOCK_STAMP, MODULES, ROOT, SETUP_LOCK, STATE } from './places.mjs'
import { SetupError } from './report.mjs'

const STAMP = join(STATE, 'built')
const ENTRY = join(ROOT, 'out', 'main', 'index.js')

/** Builds the app unless it is up to date. @param {import('./report.mjs').Doing} doing */
export const buildApp = (doing) => alone(SETUP_LOCK, () => buildUnlessDone(doing))

/** @param {import('./report.mjs').Doing} doing */
async function buildUnlessDone(doing) {
  const sources = fingerprint()
  if (existsSync(ENTRY) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  doing('building')
  forgetBuild()
  const { code, output } = await run(
    execPath,
    [join(MODULES, 'electron-vite', 'bin', 'electron-vite.js'), 'build'],
    {
      cwd: ROOT,
      env: { NODE_ENV: 'production' },
    },
  )
  if (code !== 0) throw new SetupError(`The app could not be built.\n${explainOutput(output)}\n${output}`)
  writeFileSync(STAMP, sources)
}

/** For whoever writes into out/ by other means. */
export const forgetBuild = () => rmSync(STAMP, { force: true })

/** Names, sizes and times of all that goes into the build: a deleted file counts as a change, too. */
function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(LOCK_STAMP))
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of [...files.sort(), join(ROOT, 'electron.vite.config.ts'), join(ROOT, 'package.json')]) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file}\n${size}\n${mtimeMs}\n`)
  }
  return hash.digest('hex')
}
