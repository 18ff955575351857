// One at a time: two set-ups in one checkout would delete each other's work.

import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from './report.mjs'

/** The holder touches its lock this often, in ms. */
const BEAT_MS = 2_000

/** A lock that was not touched for so long belongs to nobody, in ms: its process id may have a new owner by now. */
const STALE_MS = 30_000

const LOOK_MS = 200

/**
 * Runs `work` while no other process works under the same lock; waits, and says so, as long as one does.
 *
 * @template T
 * @param {string} file the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(file, work) {
  await take(file)
  const beat = setInterval(() => touch(file), BEAT_MS)
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

/** @param {string} file */
async function take(file) {
  let told = false
  while (!tryTake(file)) {
    if (isStale(file)) rmSync(file, { force: true })
    else if (!told) {
      told = true
      say(`  Another command (process ${readHolder(file)}) is setting things up here; waiting for it …`)
    }
    await wait(LOOK_MS)
  }
}

/** @param {string} file */
function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
function isStale(file) {
  try {
    return Date.now() - statSync(file).mtimeMs > STALE_MS || isDead(Number(readHolder(file)))
  } catch {
    return false // given back in this moment
  }
}

/** @param {number} pid 0 as long as its owner has only begun to write */
function isDead(pid) {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/** @param {string} file */
function readHolder(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // The folder went away, and with it what we protect.
  }
}
