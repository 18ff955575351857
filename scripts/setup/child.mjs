// Child processes of the scripts: their output, and their end when somebody presses Ctrl+C.

import { spawn } from 'node:child_process'
import process from 'node:process'

/** How long children may take to end after an interruption, in ms, before they are killed. */
const GRACE_MS = 8_000

/** @type {Map<import('node:child_process').ChildProcess, boolean>} true for the leader of a process group of its own */
const live = new Map()
const interruption = { exitCode: 0 }

/** Ends the script with the code a shell expects of an interrupted command, once its children are gone. */
export class Interrupted extends Error {
  exitCode = interruption.exitCode
}

/**
 * A terminal sends Ctrl+C to the whole group, so children have it already; Electron ends at once, unclean, when
 * it is told twice. Without a terminal only we were told.
 *
 * @param {'SIGINT' | 'SIGTERM'} signal
 */
function onSignal(signal) {
  if (interruption.exitCode !== 0) return
  interruption.exitCode = signal === 'SIGINT' ? 130 : 143
  const alreadyTold = signal === 'SIGINT' && process.stdin.isTTY
  for (const [child, isLeader] of live) if (isLeader || !alreadyTold) end(child, signal)
  if (live.size === 0) process.exit(interruption.exitCode)
  setTimeout(() => {
    for (const child of live.keys()) end(child, 'SIGKILL')
    process.exit(interruption.exitCode)
  }, GRACE_MS).unref()
}
process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)

/** With all that it started, where it leads a group. @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function end(child, signal) {
  if (live.get(child) !== true || child.pid === undefined) return child.kill(signal)
  try {
    return process.kill(-child.pid, signal)
  } catch {
    return false // gone already
  }
}

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] added to our own environment; undefined removes a name
 * @property {string} [cwd]
 * @property {boolean} [show] lets the child write to our own terminal instead of collecting its output
 * @property {number} [timeoutMs] after which the child is killed, with everything it started; none by default
 *
 * @typedef {{ code: number, output: string }} Outcome `code` is 128 + n after a signal; `output` is stdout and stderr, mixed
 */

/** The code of a child that was killed because its time was up, as timeout(1) has it. */
export const TIMED_OUT = 124

/**
 * Runs a program to its end. A program that is missing ends with 127, as in a shell; nothing else is thrown but
 * `Interrupted`.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 */
export async function run(command, args, options = {}) {
  const { env = {}, cwd, show = false, timeoutMs } = options
  const isLeader = timeoutMs !== undefined && process.platform !== 'win32'
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    detached: isLeader,
    ...(cwd === undefined ? {} : { cwd }),
  })
  live.set(child, isLeader)
  /** @type {Buffer[]} */
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  const watchdog = startWatchdog(child, timeoutMs)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`))
      resolve(127)
    })
    child.once('close', (status, signal) => resolve(status ?? 128 + (signal === 'SIGINT' ? 2 : 15)))
  })
  clearTimeout(watchdog.timer)
  live.delete(child)
  if (interruption.exitCode !== 0) throw new Interrupted('interrupted')
  return { code: watchdog.hasBitten ? TIMED_OUT : code, output: Buffer.concat(chunks).toString() }
}

/** @param {import('node:child_process').ChildProcess} child @param {number | undefined} timeoutMs */
function startWatchdog(child, timeoutMs) {
  /** @type {{ hasBitten: boolean, timer: NodeJS.Timeout | undefined }} */
  const watchdog = { hasBitten: false, timer: undefined }
  if (timeoutMs === undefined) return watchdog
  watchdog.timer = setTimeout(() => {
    watchdog.hasBitten = true
    end(child, 'SIGKILL')
  }, timeoutMs)
  return watchdog
}
