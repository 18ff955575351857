// A folder of the cache that is there whole or not at all. Beside it lies a list of what is in it, so that one
// which has lost a file, or part of one, is noticed and made anew.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** @param {string} folder */
const listOf = (folder) => `${folder}.files.json`

/**
 * Makes it from nothing.
 *
 * @param {string} folder
 * @param {(empty: string) => Promise<void>} fill
 */
export async function keepFolder(folder, fill) {
  await mkdir(dirname(folder), { recursive: true })
  const work = await mkdtemp(`${folder}-unpacking-`)
  try {
    await fill(work)
    await forgetFolder(folder)
    await rename(work, folder)
    writeFileSync(listOf(folder), JSON.stringify(sizesIn(folder)))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @param {string} folder */
export async function forgetFolder(folder) {
  await rm(listOf(folder), { force: true })
  await rm(folder, { recursive: true, force: true })
}

/** Whether every file is there in its full length. @param {string} folder */
export function isKept(folder) {
  if (!existsSync(listOf(folder))) return false
  /** @type {[string, number][]} */
  const sizes = JSON.parse(readFileSync(listOf(folder), 'utf8'))
  return sizes.every(([name, size]) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === size)
}

/** @param {string} folder @returns {[string, number][]} */
function sizesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path), statSync(path).size])
}
