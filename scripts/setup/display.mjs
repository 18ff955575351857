// Step 5: a screen. Tests get a virtual one where there is none.

import { spawn } from 'node:child_process'
import { env, platform } from 'node:process'
import { SetupError } from './report.mjs'
import { installLine } from './system-packages.mjs'

/** How long the virtual screen may take to come up, in ms. */
const START_MS = 10_000

export const hasDisplay = () => platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY)

/**
 * Runs `work` with a display in its environment.
 *
 * @template T
 * @param {(environment: NodeJS.ProcessEnv) => Promise<T>} work gets what to add to the environment of children
 * @returns {Promise<T>}
 */
export async function withDisplay(work) {
  if (hasDisplay()) return work({})
  const server = startServer()
  const stop = () => void server.kill()
  process.once('exit', stop)
  try {
    return await work({ DISPLAY: `:${await readDisplayNumber(server)}` })
  } finally {
    stop()
    process.off('exit', stop)
  }
}

/** In a group of its own: Ctrl+C must not take the screen away before the app that is drawing on it has ended. */
function startServer() {
  const args = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset']
  return spawn('Xvfb', args, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
}

/** The server picks a free number and writes it when it is ready. @param {import('node:child_process').ChildProcess} server */
async function readDisplayNumber(server) {
  const pipe = /** @type {import('node:stream').Readable} */ (server.stdio[3])
  return new Promise((resolve, reject) => {
    const fail = () =>
      reject(
        new SetupError(
          `The tests need a display, and Xvfb does not start here.\n\n  ${installLine(['xvfb'])}`,
        ),
      )
    const timer = setTimeout(fail, START_MS)
    server.once('error', fail)
    server.once('exit', fail)
    let text = ''
    pipe.on('data', (chunk) => {
      text += String(chunk)
      if (!text.includes('\n')) return
      clearTimeout(timer)
      resolve(text.trim())
    })
  })
}
