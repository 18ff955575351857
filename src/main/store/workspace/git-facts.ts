import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { ownGit, type GitCall } from './own-git.ts'

export type GitFacts = { readonly branch: string | null; readonly changedFiles: number }

/**
 * The branch of a folder, and how many of its files changed or are new, without running anything that its repository
 * brings: contents are compared without its filters. A file that a filter stores otherwise than it lies there may count as
 * changed.
 * @param git absolute path
 * @returns null without a repository, or when `signal` ended it
 */
export async function readGitFacts(
  git: string,
  folder: string,
  signal: AbortSignal,
): Promise<GitFacts | null> {
  const inside = await ownGit({ git, folder, command: ['rev-parse', '--is-inside-work-tree'] }, signal)
  if (inside?.trim() !== 'true') return null
  const settings = await withoutFilters({ git, folder }, signal)
  const ask = (...command: readonly string[]): Promise<string | null> =>
    ownGit({ git, folder, command, settings }, signal)
  const [branch, staged, changed, fresh] = await Promise.all([
    ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
    ask('diff-index', '--cached', ...NAMES, 'HEAD', '--'),
    ask('diff-files', ...NAMES, '--'),
    ask('ls-files', '-z', '--others', '--exclude-standard', '--directory', '--', '.'),
  ])
  if (signal.aborted || changed === null || fresh === null) return null
  const names = new Set([staged ?? '', changed, fresh].flatMap((printed) => printed.split('\0')))
  names.delete('')
  return { branch: branch?.trim() ?? null, changedFiles: names.size }
}

const NAMES = [
  '-z',
  '--name-only',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--ignore-submodules=all',
]

/** Each filter that the repository defines, made to do nothing. */
async function withoutFilters(
  place: Pick<GitCall, 'git' | 'folder'>,
  signal: AbortSignal,
): Promise<[name: string, value: string][]> {
  const command = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.']
  const names = (await ownGit({ ...place, command }, signal))?.split('\0').filter((name) => name !== '') ?? []
  return names.map((name) => [name, name.endsWith('.required') ? 'false' : ''])
}

/** Absolute path of the git that `PATH` names; null without one. Never one of the folder that is looked at. */
export function findGit(path: string | undefined): string | null {
  const found = (path ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, process.platform === 'win32' ? 'git.exe' : 'git'))
    .find(existsSync)
  return found ?? null
}
