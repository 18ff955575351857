/** Folders and files by which the folder instructs or configures agents and programs. */
const CONTROL_NAMES = new Set([
  'agents.md',
  'claude.md',
  '.mcp.json',
  '.muster',
  '.claude',
  '.agents',
  '.git',
])

/**
 * True for a file that instructs agents or makes other programs run something: it changes only when a person has
 * approved that very difference. All of `.git` counts, wherever it stands: no tool of ours has business in there.
 * @param path as `lexicalPath` gives it
 */
export const isControlFile = (path: string): boolean =>
  path.split(/[\\/]/).some((part) => CONTROL_NAMES.has(plainName(part)))

/** True for a file that by its name and place holds keys or passwords. `path` from the workspace folder. */
export function isSecretFile(path: string): boolean {
  const names = path.split(/[\\/]/).map(plainName)
  const name = names.at(-1) ?? ''
  return (
    /^\.env/.test(name) ||
    /\.pem$/.test(name) ||
    /^id_/.test(name) ||
    /credentials/.test(name) ||
    isNetrc(name) ||
    (/^config(\.worktree)?$/.test(name) && names.includes('.git')) // addresses with passwords, headers with tokens
  )
}

const isNetrc = (name: string): boolean => name === '.netrc' || name === '.npmrc'

/** The name as forgiving file systems read it: no case, no invisible characters, no dots or blanks at the end. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
