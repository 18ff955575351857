// Progress of a program that does not tell its own.

/** How often to look, in ms. */
const LOOK_MS = 1_000

/**
 * Asks again and again how far the work is, until it is over.
 *
 * @template T
 * @param {Promise<T>} work
 * @param {() => number} measure from 0 to 1
 * @param {import('./report.mjs').Doing} doing
 * @returns {Promise<T>}
 */
export async function watchProgress(work, measure, doing) {
  const timer = setInterval(() => doing.progress(measure()), LOOK_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
