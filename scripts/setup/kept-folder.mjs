// A folder of the cache that is there whole or not at all. Beside it lies a list of what is in it, so that one
// which has lost a file, or part of one, is noticed and made anew.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
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
    await writeWhole(listOf(folder), JSON.stringify(sizesIn(folder)))
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
  const sizes = readList(listOf(folder))
  return (
    sizes !== null &&
    sizes.every(([name, size]) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === size)
  )
}

/** @param {string} folder @returns {[string, number][]} */
function sizesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path), statSync(path).size])
}

/** A crash or a full disk leaves the file as it was, or none. @param {string} file @param {string} text */
async function writeWhole(file, text) {
  await writeFile(`${file}.part`, text)
  await rename(`${file}.part`, file)
}

/** Null when there is no list, or half of one: what it names is made anew. @param {string} file @returns {[string, number][] | null} */
function readList(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
