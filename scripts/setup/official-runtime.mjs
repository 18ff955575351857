// The release of Electron itself: downloaded from its own page or a mirror, checked against the sums that the
// package `electron` brings, and kept in the cache, where `npm ci` does not delete it.

import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { arch, env, platform } from 'node:process'
import { download } from './download.mjs'
import { isKept, keepFolder } from './kept-folder.mjs'
import { CACHE, MODULES } from './places.mjs'
import { SetupError } from './report.mjs'
import { unzip } from './unzip.mjs'

const PACKAGE = join(MODULES, 'electron')

/** Where releases lie: what ELECTRON_MIRROR says, as for all tools of Electron, else their own page. */
export const HOST = env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/download/'

export function executableName() {
  if (platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron')
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

/** The one in the cache, or the one that electron's own installer has put into its package; undefined without either. */
export function findOfficial() {
  const { version, folder } = pinnedRelease()
  if (isKept(folder)) return join(folder, executableName())
  const versionFile = join(PACKAGE, 'dist', 'version')
  const executable = join(PACKAGE, 'dist', executableName())
  if (!existsSync(versionFile) || !existsSync(executable)) return undefined
  return readFileSync(versionFile, 'utf8').replace(/^v/, '').trim() === version ? executable : undefined
}

/** @param {import('./report.mjs').Doing} doing @returns {Promise<string>} the executable */
export async function provideOfficial(doing) {
  const { folder, ...release } = pinnedRelease()
  doing(`downloading Electron ${release.version}`)
  await provideRelease({ ...release, host: HOST, folder }, doing)
  return join(folder, executableName())
}

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {string} name of the zip
 * @property {string | undefined} sha256 of the zip, in hex
 * @property {string} host ends in a slash
 * @property {string} folder where it is kept
 * @property {number} [pauseMs]
 */

/** @param {Release} release @param {import('./report.mjs').Doing} doing */
export async function provideRelease({ version, name, sha256, host, folder, pauseMs }, doing) {
  if (sha256 === undefined) throw new SetupError(`Electron ${version} is not made for this system (${name}).`)
  const file = join(folder, '..', name)
  const url = `${host}v${version}/${name}`
  await download({ url, file, sha256, ...(pauseMs === undefined ? {} : { pauseMs }) }, doing)
  doing('unpacking it')
  await keepFolder(folder, (work) => unzip(file, work, (path) => path))
  await rm(file)
}

/** @returns {Pick<Release, 'version' | 'name' | 'sha256' | 'folder'>} what the package wants */
function pinnedRelease() {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  const name = `electron-v${version}-${platform}-${arch}.zip`
  const sums = JSON.parse(readFileSync(join(PACKAGE, 'checksums.json'), 'utf8'))
  return { version, name, sha256: sums[name], folder: join(CACHE, `electron-${version}-${platform}-${arch}`) }
}
