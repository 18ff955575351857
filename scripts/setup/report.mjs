// What the person at the keyboard sees while Muster sets itself up. Everything goes to stderr: stdout belongs
// to the command that was asked for (`npm run --silent muster -- list --json` has to stay pure JSON).

/** A failure that the reader can do something about. Shown as its text alone, without a stack. */
export class SetupError extends Error {}

/** @param {number} sinceMs what `performance.now()` gave at the start */
const seconds = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

/** @param {string} text */
export const say = (text) => void process.stderr.write(`${text}\n`)

/**
 * How a step speaks while it works: `doing(what)` before anything that takes time, `doing.progress(part)` with how
 * much of that is done, from 0 to 1.
 *
 * @typedef {((what: string) => void) & { progress: (part: number) => void }} Doing
 */

/**
 * Runs one step and says how long it took. A step that found its work already done says nothing; one that answers
 * `false` has failed.
 *
 * @template T
 * @param {string} name what the step provides, as a noun
 * @param {(doing: Doing) => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const start = performance.now()
  const voice = createVoice(name)
  const result = await work(voice.doing)
  if (voice.hasSpoken()) say(`${result === false ? '✗' : '✓'} ${name} (${seconds(start)})`)
  return result
}

/** @param {string} name */
function createVoice(name) {
  /** @type {string[]} */
  const done = []
  let tenths = 0
  const doing = /** @param {string} what */ (what) => {
    done.push(what)
    tenths = 0
    say(`  ${name}: ${what} …`)
  }
  /** Whole lines, one each tenth: two steps may be at work at once, and logs are read afterwards. @param {number} part */
  const progress = (part) => {
    const now = Math.floor(Math.min(part, 1) * 10)
    if (now <= tenths || now === 10) return
    tenths = now
    say(`  ${name}: ${now * 10} %`)
  }
  return { doing: Object.assign(doing, { progress }), hasSpoken: () => done.length > 0 }
}
