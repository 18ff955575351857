// What the system refuses, in words that say what to do about it.

/** @type {Record<string, string>} */
const REMEDIES = {
  ENOSPC:
    'The disk is full. The set-up needs about 2 GB, most of it in node_modules and in the cache folder.',
  EDQUOT: 'Your quota on this disk is used up. The set-up needs about 2 GB.',
  EACCES: 'You may not write there. Give yourself the right, or put the cache elsewhere with XDG_CACHE_HOME.',
  EPERM: 'You may not write there. Give yourself the right, or put the cache elsewhere with XDG_CACHE_HOME.',
  EROFS:
    'That disk can only be read. Put the checkout, or by XDG_CACHE_HOME the cache, on one that can be written.',
  EMFILE: 'Too many files are open at once. Raise the limit (ulimit -n 4096) and try again.',
}

/**
 * The plain words for a fault of the disk; undefined if it is anything else.
 *
 * @param {unknown} error what was thrown
 * @returns {string | undefined}
 */
export function explainFault(error) {
  if (!(error instanceof Error)) return undefined
  const { code = '', path } = /** @type {NodeJS.ErrnoException} */ (error)
  const remedy = REMEDIES[code]
  if (remedy === undefined) return undefined
  return path === undefined ? `${remedy} (${error.message})` : `${path}: ${remedy}`
}

/**
 * The same for what another program has complained of, such as npm.
 *
 * @param {string} output
 * @returns {string} ends in a new line, or is empty
 */
export function explainOutput(output) {
  const code = Object.keys(REMEDIES).find((each) => new RegExp(`\\b${each}\\b`).test(output))
  return code === undefined ? '' : `${REMEDIES[code]}\n`
}
