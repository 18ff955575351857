// What the person at the keyboard sees while Muster sets itself up. Everything goes to stderr: stdout belongs
// to the command that was asked for (`npm run --silent muster -- list --json` has to stay pure JSON).

/** A failure that the reader can do something about. Shown as its text alone, without a stack. */
export class SetupError extends Error {}

/** @param {number} sinceMs what `performance.now()` gave at the start */
const seconds = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

/** @param {string} text */
export const say = (text) => void process.stderr.write(`${text}\n`)

/**
 * Runs one step and says how long it took. A step that found its work already done says nothing; one that answers
 * `false` has failed.
 *
 * @template T
 * @param {string} name what the step provides, as a noun
 * @param {(doing: (what: string) => void) => Promise<T> | T} work calls `doing` before anything that takes time
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const start = performance.now()
  /** @type {string[]} */
  const done = []
  const result = await work((what) => {
    done.push(what)
    say(`  ${name}: ${what} …`)
  })
  if (done.length > 0) say(`${result === false ? '✗' : '✓'} ${name} (${seconds(start)})`)
  return result
}
