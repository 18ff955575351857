import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolderTools, type FolderTools } from '../../testing/folder-tools.ts'
import { decide } from '../permissions/decide.ts'

/** What happens to a call in a conversation that allows what it may: it runs, is asked and why, or is refused. */
async function meet({ root, box, call }: FolderTools, name: string, input: object): Promise<string> {
  const checked = box.check({ id: 'call_1', name, arguments: JSON.stringify(input) })
  if (!checked.ok) throw new Error(checked.result.text)
  const { effect, target } = checked
  const question = { tool: name, effect, target, folder: root, confinement: 'none' } as const
  const verdict = decide(question, 'auto', [])
  if (verdict.outcome === 'ask') return verdict.reason
  if (verdict.outcome === 'deny') return 'refused'
  return (await call(name, input)).ok ? 'runs' : 'refused'
}

/**
 * `read`: by its own path, for reading and for searching alike. `beside`: whether what stands in it is found by a search
 * of its folder, and `everywhere` by one of the whole workspace; `listed`: whether the workspace's lists name it.
 */
type Row = {
  readonly path: string
  readonly read: string
  readonly write: string
  readonly beside: boolean
  readonly everywhere: boolean
  readonly listed: boolean
}
const ordinary = { read: 'runs', write: 'runs', beside: true, everywhere: true, listed: true }
const control = { ...ordinary, write: 'control_file' }
const secret = { ...ordinary, read: 'secret_file', write: 'secret_file', beside: false, everywhere: false }
const gits = { ...control, everywhere: false, listed: false }
const gitsSecret = { ...gits, read: 'secret_file', beside: false }
const hidden = { read: 'refused', write: 'control_file', beside: false, everywhere: false, listed: false }

const ROWS: readonly Row[] = [
  { path: 'src/a.ts', ...ordinary },
  { path: 'src/config', ...ordinary },
  { path: 'AGENTS.md', ...control },
  { path: 'sub/.claude/settings.json', ...control },
  { path: '.muster/plans/plan.md', ...control },
  { path: '.env', ...secret },
  { path: 'sub/.env.local', ...secret },
  { path: 'keys/server.pem', ...secret },
  { path: 'keys/id_rsa', ...secret },
  { path: 'aws/my-credentials.json', ...secret },
  { path: '.npmrc', ...secret },
  { path: '.git/HEAD', ...gits },
  { path: '.git/hooks/pre-commit', ...gits },
  { path: '.git/config', ...gitsSecret },
  { path: '.git/config.worktree', ...gitsSecret },
  { path: '.git/modules/lib/config', ...gitsSecret },
  { path: 'vendor/lib/.git/config', ...gitsSecret },
  { path: '.muster/memory/day.md', ...hidden },
  { path: '.muster/sessions/c.jsonl', ...hidden },
]

const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')
const allFiles = (): Promise<FolderTools> =>
  openFolderTools(Object.fromEntries(ROWS.map(({ path }) => [path, `needle in ${path}\n`])))

test.each(ROWS)('$path is met alike by every tool', async ({ path, read, write, ...where }) => {
  const tools = await allFiles()
  const edits = [{ old: 'needle', new: 'pin' }]
  const found = async (input: object): Promise<boolean> =>
    (await tools.call('grep_files', { pattern: 'needle', limit: 1_000, ...input })).text.includes(
      `needle in ${path}\n`.trimEnd(),
    )
  const names = async (name: string, input: object): Promise<boolean> =>
    (await tools.call(name, { limit: 1_000, ...input })).text
      .split('\n')
      .some((line) => line.startsWith(`${path}  `))

  expect({
    beside: await found({ path: folderOf(path) }),
    everywhere: [await found({}), await found({ glob: '**/*' }), await found({ glob: path })],
    listed: [
      await names('list_files', { depth: 20 }),
      await names('glob_files', { pattern: '**/*' }),
      await names('glob_files', { pattern: path }),
    ],
    read: await meet(tools, 'read_file', { path }),
    grep: await meet(tools, 'grep_files', { pattern: 'needle', path }),
    edit: await meet(tools, 'edit_file', { path, edits }),
    write: await meet(tools, 'write_file', { path, content: 'x' }),
  }).toEqual({
    ...{ read, grep: read, write, edit: write },
    beside: where.beside,
    everywhere: [where.everywhere, where.everywhere, where.everywhere],
    listed: [where.listed, where.listed, where.listed],
  })
})

test('a link to a guarded file or folder opens nothing that its own name does not', async () => {
  const tools = await allFiles()
  symlinkSync('.git', join(tools.root, 'link'))
  symlinkSync('.git/config', join(tools.root, 'plain.txt'))

  expect(await meet(tools, 'read_file', { path: 'plain.txt' })).toBe('refused')
  expect(await meet(tools, 'read_file', { path: 'link/config' })).toBe('refused')
  expect(await meet(tools, 'write_file', { path: 'link/HEAD', content: 'x' })).toBe('refused')
  expect((await tools.call('grep_files', { pattern: 'needle', path: 'link' })).text).not.toContain('config')
})

test.each([
  ['grep_files', { pattern: 'needle', glob: '.env' }, 'look like secrets'],
  ['grep_files', { pattern: 'needle', glob: '**/*.pem' }, 'look like secrets'],
  ['grep_files', { pattern: 'needle', glob: '*.{ts,pem}' }, 'look like secrets'],
  ['grep_files', { pattern: 'needle', glob: '.git/**' }, 'git'],
  ['grep_files', { pattern: 'needle', path: '.git', glob: 'config' }, 'look like secrets'],
  ['grep_files', { pattern: 'needle', glob: '.muster/memory/*' }, 'private to the app'],
  ['glob_files', { pattern: '.git/*' }, 'git'],
  ['glob_files', { pattern: '.muster/memory/*.md' }, 'private to the app'],
  ['glob_files', { pattern: 'memory/*', path: '.muster' }, 'private to the app'],
] as const)('%s of %j says what it withholds', async (name, input, words) => {
  const tools = await allFiles()

  expect((await tools.call(name, input)).text).toContain(words)
})

test('what is withheld is said whether or not there is such a file, and whatever stands in it', async () => {
  const none = await openFolderTools({ 'a.txt': '' })
  const some = await openFolderTools({ 'a.txt': '', '.env': 'KEY=needle' })
  const ask = ({ call }: FolderTools) => call('grep_files', { pattern: 'needle', glob: '.env' })

  expect(await ask(some)).toEqual(await ask(none))
})

test('an ordinary glob says nothing of it', async () => {
  const { call } = await allFiles()

  expect((await call('grep_files', { pattern: 'nowhere', glob: 'src/**/*.ts' })).text).toBe('[no match]')
  expect((await call('glob_files', { pattern: 'src/*.ts' })).text).toMatch(/^src\/a\.ts {2}\d+ B$/)
})
