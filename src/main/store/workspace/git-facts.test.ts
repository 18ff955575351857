import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { findGit, readGitFacts, type GitFacts } from './git-facts.ts'

const GIT = findGit(process.env['PATH']) ?? ''
const never = new AbortController().signal
const read = (folder: string): Promise<GitFacts | null> => readGitFacts(GIT, folder, never)

/** A repository with one commit, made by a person: with git as they use it. */
function repository(): { folder: string; git: (...command: string[]) => string } {
  const folder = temporaryFolder()
  const git = (...command: string[]): string =>
    execFileSync(GIT, ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...command], {
      cwd: folder,
      encoding: 'utf8',
    })
  git('init', '--quiet', '--initial-branch=harbour')
  writeFileSync(join(folder, 'kept.txt'), 'as it was')
  writeFileSync(join(folder, 'edited.txt'), 'as it was')
  git('add', '.')
  git('commit', '--quiet', '-m', 'First')
  return { folder, git }
}

test('branch and changed files of a folder: edited, staged and new ones, each once', async () => {
  const { folder, git } = repository()
  writeFileSync(join(folder, 'edited.txt'), 'another text')
  writeFileSync(join(folder, 'new.txt'), '')
  writeFileSync(join(folder, 'staged.txt'), '')
  git('add', 'staged.txt')

  expect(await read(folder)).toEqual({ branch: 'harbour', changedFiles: 3 })
})

test('a clean folder has no changed files', async () => {
  expect(await read(repository().folder)).toEqual({ branch: 'harbour', changedFiles: 0 })
})

test('a head that is on no branch has none', async () => {
  const { folder, git } = repository()
  git('checkout', '--quiet', '--detach')

  expect(await read(folder)).toEqual({ branch: null, changedFiles: 0 })
})

test('a folder without a repository has no facts', async () => {
  expect(await read(temporaryFolder())).toBeNull()
})

test('it does not go on when its time is over', async () => {
  const { folder } = repository()

  expect(await readGitFacts(GIT, folder, AbortSignal.abort())).toBeNull()
})

test('nothing that a hostile repository brings along is run', async () => {
  const { folder, git } = repository()
  const bait = join(temporaryFolder(), 'was-run')
  const program = join(folder, '.git', 'evil.sh')
  writeFileSync(program, `#!/bin/sh\ntouch '${bait}'\ncat\n`)
  chmodSync(program, 0o755)
  mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout'])
    writeFileSync(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch '${bait}'\n`, { mode: 0o755 })
  writeFileSync(join(folder, '.gitattributes'), '* filter=evil diff=evil\n')
  const settings = {
    'core.fsmonitor': program,
    'core.hooksPath': join(folder, '.git', 'hooks'),
    'core.sshCommand': program,
    'core.pager': program,
    'core.editor': program,
    'diff.external': program,
    'diff.evil.textconv': program,
    'diff.evil.command': program,
    'filter.evil.clean': program,
    'filter.evil.smudge': program,
    'filter.evil.process': program,
    'filter.evil.required': 'true',
    'remote.origin.url': 'ssh://nobody@localhost/there',
    'remote.origin.promisor': 'true',
    'extensions.partialClone': 'origin',
    'core.repositoryFormatVersion': '1',
  }
  for (const [name, value] of Object.entries(settings)) git('config', name, value)
  writeFileSync(join(folder, 'edited.txt'), 'another text')
  rmSync(bait, { force: true })

  await read(folder)
  expect(existsSync(bait)).toBe(false)

  loseObjects(folder)
  await read(folder)
  expect(existsSync(bait)).toBe(false)

  // The bait is good: plain git takes it.
  spawnSync(GIT, ['status'], { cwd: folder, stdio: 'ignore' })
  expect(existsSync(bait)).toBe(true)
})

/** A repository that lacks what it names has git fetch it. */
function loseObjects(folder: string): void {
  const objects = join(folder, '.git', 'objects')
  const head = execFileSync(GIT, ['rev-parse', 'HEAD^{tree}'], { cwd: folder, encoding: 'utf8' }).trim()
  for (const name of readdirSync(join(objects, head.slice(0, 2))))
    if (name === head.slice(2)) rmSync(join(objects, head.slice(0, 2), name))
}
