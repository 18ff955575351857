// Fetches one file over HTTP: goes on where an earlier try stopped, and keeps nothing that is not what was asked for.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { EnvHttpProxyAgent, fetch } from 'undici'
import { explainFault } from './file-faults.mjs'
import { SetupError } from './report.mjs'

/** Tries in a row that bring nothing new before we give up. */
const FRUITLESS_TRIES = 4

/** @see Wanted */
const PAUSE_MS = 500

/** Silence on an open connection that counts as a broken one, in ms. */
const QUIET_MS = 30_000

/**
 * @typedef {object} Wanted
 * @property {string} url
 * @property {string} file where it is to lie; `<file>.part` beside it holds what has come so far
 * @property {string} sha256 in hex
 * @property {number} [pauseMs] before the second try; doubled each time
 */

/**
 * Brings the file, or finds it there. Proxies are those of the environment (HTTPS_PROXY, NO_PROXY).
 *
 * @param {Wanted} wanted
 * @param {import('./report.mjs').Doing} doing
 * @throws SetupError when it is not to be had, or is something else
 */
export async function download(wanted, doing) {
  const { file, sha256 } = wanted
  if (existsSync(file) && (await digestOf(file, 'sha256', 'hex')) === sha256) return
  await mkdir(dirname(file), { recursive: true })
  const part = `${file}.part`
  await fetchWhole(wanted, part, doing)
  const found = await digestOf(part, 'sha256', 'hex')
  if (found !== sha256) {
    await rm(part)
    throw new SetupError(
      `${wanted.url}\nis not the file that belongs to this version. Its sha256 is\n  ${found}, not\n  ${sha256}.\nIt was deleted; if it happens again, something on the way changes what you download.`,
    )
  }
  await rename(part, file)
}

/**
 * @param {string} file
 * @param {'sha256' | 'sha512'} algorithm
 * @param {'hex' | 'base64'} encoding
 */
export async function digestOf(file, algorithm, encoding) {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  return hash.digest(encoding)
}

/** @param {Wanted} wanted @param {string} part @param {import('./report.mjs').Doing} doing */
async function fetchWhole({ url, pauseMs = PAUSE_MS }, part, doing) {
  const dispatcher = new EnvHttpProxyAgent({ bodyTimeout: QUIET_MS, headersTimeout: QUIET_MS })
  try {
    for (let fruitless = 0; fruitless < FRUITLESS_TRIES;) {
      const before = sizeOf(part)
      const failure = await fetchRest(url, part, { dispatcher, doing }).then(() => undefined, toReason)
      if (failure === undefined) return
      fruitless = sizeOf(part) > before ? 0 : fruitless + 1
      if (fruitless === FRUITLESS_TRIES) throw new SetupError(`${url} could not be fetched: ${failure}`)
      doing(`${failure}; going on at ${megabytes(sizeOf(part))} MB`)
      await wait(pauseMs * 2 ** fruitless)
    }
  } finally {
    await dispatcher.close()
  }
}

/**
 * Asks for what is missing. A server that does not know ranges sends all of it again.
 *
 * @param {string} url
 * @param {string} part
 * @param {{ dispatcher: EnvHttpProxyAgent, doing: import('./report.mjs').Doing }} means
 */
async function fetchRest(url, part, { dispatcher, doing }) {
  const have = sizeOf(part)
  const headers = have === 0 ? {} : { range: `bytes=${have}-` }
  const response = await fetch(url, { headers, dispatcher })
  if (response.status === 416) {
    await rm(part) // longer than the whole: the file has changed
    throw new Error('what was there did not fit')
  }
  if (!response.ok || response.body === null)
    throw new SetupError(`it answers with status ${response.status}`)
  const start = response.status === 206 ? have : 0
  const total = start + Number(response.headers.get('content-length') ?? 0)
  let come = start
  const count = new Transform({
    transform(chunk, _encoding, done) {
      come += Number(chunk.length)
      if (total > start) doing.progress(come / total)
      done(null, chunk)
    },
  })
  const sink = createWriteStream(part, { flags: start === 0 ? 'w' : 'a' })
  await pipeline(Readable.fromWeb(/** @type {any} */ (response.body)), count, sink)
  if (come < total) throw new Error('the connection broke')
}

/** What went wrong on the wire is worth another try; a refusal, or a fault of our own disk, is not. @param {unknown} error */
function toReason(error) {
  if (error instanceof SetupError) throw error
  if (explainFault(error) !== undefined) throw error
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** @param {string} file in bytes; 0 if there is none */
const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0)

/** @param {number} bytes */
const megabytes = (bytes) => Math.round(bytes / 1e6)
