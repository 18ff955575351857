/**
 * A glob of names alone can be asked for as a type of file. To ripgrep types stand below the ignore files, but a glob that
 * asks for files stands above them: what it finds has to be held against what may be listed.
 */
export const isNameGlob = (glob: string): boolean => !/[/!\\]|^include:/.test(glob)

/** Only files whose names match. */
export const onlyNamed = (glob: string): string[] => ['--type-add', `asked:${glob}`, '--type', 'asked']

/** Only files that match, those too that ignore files name. A `!` in front is a letter like any other. */
export const onlyMatching = (glob: string): string[] => ['-g', glob.replace(/^!/, '\\!')]

/** Files that could match, and none that ignore files name: by the glob's last name alone, where it can be told. */
export function onlyNamedLike(glob: string): string[] {
  const last = glob.slice(glob.lastIndexOf('/') + 1)
  const isWhole = last !== '' && !last.includes('**') && !/[{}]/.test(last) // braces may reach over a slash
  return isWhole && isNameGlob(last) ? onlyNamed(last) : []
}
