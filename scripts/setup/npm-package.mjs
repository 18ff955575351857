// One pinned package as npm brings it: from the person's registry, through their proxy, out of their cache.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { npm } from './dependencies.mjs'
import { digestOf } from './download.mjs'
import { explainOutput } from './file-faults.mjs'
import { SetupError } from './report.mjs'
import { watchProgress } from './watch-progress.mjs'

/**
 * @typedef {object} PinnedPackage
 * @property {string} name
 * @property {string} version
 * @property {number} bytes about how large its archive is
 * @property {string} sha512 of the archive, in base64 as in a lock file
 */

/**
 * Fetches the archive, makes sure that it is the one, and deletes it when it has been used. npm itself checks what
 * its cache holds, and tries again when the network fails.
 *
 * @param {PinnedPackage} pinned
 * @param {{ folder: string, doing: import('./report.mjs').Doing }} at `folder` is where it lies for the time being
 * @param {(archive: string) => Promise<void>} use
 */
export async function withPackage(pinned, { folder, doing }, use) {
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(folder, 'fetching-'))
  try {
    const archive = await pack(pinned, work, doing)
    await checkDigest(pinned, archive)
    await use(archive)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @param {PinnedPackage} pinned @param {string} work @param {import('./report.mjs').Doing} doing */
async function pack({ name, version, bytes }, work, doing) {
  const packing = npm(['pack', `${name}@${version}`, '--pack-destination', work, '--loglevel=error'])
  const { code, output } = await watchProgress(packing, () => arrivingBytes() / bytes, doing)
  const [file] = readdirSync(work)
  if (code === 0 && file !== undefined) return join(work, file)
  throw new SetupError(`npm could not fetch ${name}@${version}.\n${explainOutput(output)}\n${output}`)
}

/** @param {PinnedPackage} pinned @param {string} archive */
async function checkDigest({ name, version, sha512 }, archive) {
  const found = await digestOf(archive, 'sha512', 'base64')
  if (found === sha512) return
  throw new SetupError(
    `${name}@${version} is not what it was when it was looked at: its sha512 is\n  ${found}, not\n  ${sha512}.\nIt was deleted. Does your registry pass on packages of its own under this name?`,
  )
}

/** npm writes what arrives into its cache first, and tells us where that is when it started us. */
function arrivingBytes() {
  const folder = join(env.npm_config_cache ?? join(homedir(), '.npm'), '_cacache', 'tmp')
  if (!existsSync(folder)) return 0
  const sizes = readdirSync(folder).map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return Math.max(0, ...sizes)
}
