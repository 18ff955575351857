/**
 * A glob of names alone can be asked for as a type of file. To ripgrep types stand below the ignore files, but a glob that
 * asks for files stands above them: what it finds has to be held against what may be listed.
 */
export const isNameGlob = (glob: string): boolean => !/[/!\\]|^include:/.test(glob)

/** Only files whose names match. */
export const onlyNamed = (glob: string): string[] => ['--type-add', `asked:${glob}`, '--type', 'asked']

/** Without files and folders that match; a `!` in front is a letter like any other. */
export const leaveOut = (glob: string): string[] => ['-g', `!${glob.replace(/^!/, '\\!')}`]
