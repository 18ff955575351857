// Step 3: a better-sqlite3 that works under the chosen Electron and under the project's Node alike.
//
// The package brings binaries made for Node-API 10. Older runtimes, the substitute among them, get one that is
// built here, once, and kept in the cache; it loads in all of them.

import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { arch, execPath, platform } from 'node:process'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'
import { explainOutput } from './file-faults.mjs'
import { CACHE, MODULES, PROJECT_NODE } from './places.mjs'
import { SetupError } from './report.mjs'

const PACKAGE = join(MODULES, 'better-sqlite3')
const BUILT = join(PACKAGE, 'build', 'Release', 'better_sqlite3.node')
const PROBE = fileURLToPath(new URL('sqlite-probe.cjs', import.meta.url))

/** A probe that hangs is a "no", too. */
const PROBE_MS = 30_000

/**
 * NAPI_EXPERIMENTAL instead of a version: on Node-API 9 references to strings, which the sources take, exist as
 * an experiment only, and without it they crash. The environment comes after node-gyp's own definitions. -O1 and
 * no link-time optimisation make it a minute's work; releases ship the package's own binaries.
 */
const FLAGS = {
  CFLAGS: '-O1 -fno-lto',
  CXXFLAGS: '-O1 -fno-lto -UNAPI_VERSION -DNAPI_EXPERIMENTAL',
  LDFLAGS: '-fno-lto',
}

/** True if it works under that runtime. @param {string} runtime an Electron or a Node */
export async function isSqliteUsable(runtime) {
  const { code } = await run(runtime, [PROBE], { env: { ELECTRON_RUN_AS_NODE: '1' }, timeoutMs: PROBE_MS })
  return code === 0
}

/** Builds it from source unless the cache has it. @param {import('./report.mjs').Doing} doing */
export async function buildSqlite(doing) {
  if (existsSync(BUILT)) return
  const cached = cachedFile()
  if (!existsSync(cached)) {
    doing('building from source (about a minute, once)')
    await compile()
    await mkdir(CACHE, { recursive: true })
    await copyFile(BUILT, `${cached}.new`)
    await rename(`${cached}.new`, cached)
  }
  await rm(join(PACKAGE, 'build'), { recursive: true, force: true })
  await mkdir(dirname(BUILT), { recursive: true })
  await copyFile(cached, BUILT)
}

/** Forgets what was built, here and in the cache. */
export async function forgetBuiltSqlite() {
  await rm(join(PACKAGE, 'build'), { recursive: true, force: true })
  await rm(cachedFile(), { force: true })
}

async function compile() {
  if (PROJECT_NODE === undefined)
    throw new SetupError('better-sqlite3 cannot be built here: no headers of Node.')
  const headers = dirname(dirname(PROJECT_NODE))
  const gyp = join(MODULES, 'node-gyp', 'bin', 'node-gyp.js')
  const args = [gyp, 'rebuild', '--release', '--force_build=1', `--nodedir=${headers}`, '-j', '2']
  const { code, output } = await run(execPath, args, { cwd: PACKAGE, env: FLAGS })
  if (code !== 0)
    throw new SetupError(
      `better-sqlite3 could not be built.\n${explainOutput(output)}\n${output.slice(-4000)}`,
    )
}

function cachedFile() {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  return join(CACHE, `better-sqlite3-${version}-${platform}-${arch}-napi-experimental-r1.node`)
}
