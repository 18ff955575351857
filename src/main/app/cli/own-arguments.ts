/**
 * The arguments that are ours: everything after the first `--`. What stands before it is for Electron and Chromium; the
 * launcher puts the `--`, so that nothing of ours is ever read as a switch of theirs.
 */
export function ownArguments(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf('--')
  return dashes < 0 ? [] : argv.slice(dashes + 1)
}
