import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Found } from '../../core/tools/ports.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openWorkspacePaths, type WorkspacePaths } from './workspace-paths.ts'

const setup = async (files = {}, mayRead = (_path: string) => false) => {
  const root = temporaryFolder(files)
  return {
    root,
    outside: temporaryFolder({ 'secret.txt': 'x' }),
    paths: await openWorkspacePaths(root, { mayRead }),
  }
}

const said = (found: Found<unknown>): string => (found.ok ? 'ok' : found.problem)

/** What the three doors say to one path. */
const doors = async (paths: WorkspacePaths, path: string): Promise<string[]> =>
  Promise.all([paths.existing(path), paths.writable(path), paths.folder(path)]).then((all) => all.map(said))

test.each(['../x', '..', '/etc/passwd', 'a/../../x', 'a/b/../../../x', '/', '/etc', './../x'])(
  '%j leads out and is refused at every door',
  async (path) => {
    const { paths } = await setup()

    expect(await doors(paths, path)).toEqual(['outside', 'outside', 'outside'])
  },
)

test.each([
  '',
  'a\0b',
  'C:\\x',
  'c:/x',
  '\\\\server\\share\\x',
  '//server/share',
  'nul',
  'a/CON.txt',
  'com1',
  'LPT9.log',
])('%j is no usable path and is refused at every door', async (path) => {
  const { paths } = await setup()

  expect(await doors(paths, path)).toEqual(['invalid', 'invalid', 'invalid'])
})

test('a file, a new file and a file in new folders are places inside', async () => {
  const { root, paths } = await setup({ 'src/a.ts': '' })

  expect(await paths.existing('./src//a.ts')).toEqual({
    ok: true,
    value: { absolute: join(root, 'src/a.ts'), path: 'src/a.ts', exists: true },
  })
  expect(await paths.writable('x/y/new.ts')).toEqual({
    ok: true,
    value: { absolute: join(root, 'x/y/new.ts'), path: 'x/y/new.ts', exists: false },
  })
})

test('an absolute path inside the folder is taken', async () => {
  const { root, paths } = await setup({ 'a.txt': '' })

  expect(await paths.existing(join(root, 'a.txt'))).toMatchObject({ ok: true, value: { path: 'a.txt' } })
})

test('an absolute path by the name of a link to the folder is taken', async () => {
  const { root, outside } = await setup({ 'a.txt': '' })
  const link = join(outside, 'link')
  symlinkSync(root, link)
  const paths = await openWorkspacePaths(link, { mayRead: () => false })

  expect(await paths.existing(join(link, 'a.txt'))).toMatchObject({ ok: true, value: { path: 'a.txt' } })
})

test('a link to the outside is refused, for what is there and for what would be new', async () => {
  const { root, outside, paths } = await setup()
  symlinkSync(outside, join(root, 'folder'))
  symlinkSync(join(outside, 'secret.txt'), join(root, 'file'))
  symlinkSync(join(outside, 'not-yet.txt'), join(root, 'dangling'))

  expect(await doors(paths, 'file')).toEqual(['outside', 'outside', 'outside'])
  expect(await doors(paths, 'folder/secret.txt')).toEqual(['outside', 'outside', 'outside'])
  expect(await doors(paths, 'folder/new/deep.txt')).toEqual(['outside', 'outside', 'outside'])
  expect(await doors(paths, 'folder')).toEqual(['outside', 'outside', 'outside'])
  expect(await doors(paths, 'dangling')).toEqual(['outside', 'outside', 'outside'])
  expect(await doors(paths, 'dangling/x')).toEqual(['outside', 'outside', 'outside'])
})

test('a link in a circle is refused', async () => {
  const { root, paths } = await setup()
  symlinkSync('b', join(root, 'a'))
  symlinkSync('a', join(root, 'b'))

  expect(said(await paths.writable('a'))).toBe('outside')
})

test('a link inside the folder is its target', async () => {
  const { root, paths } = await setup({ 'real.txt': '' })
  symlinkSync('real.txt', join(root, 'link.txt'))

  expect(await paths.existing('link.txt')).toMatchObject({ ok: true, value: { path: 'real.txt' } })
})

test('a link that hides a control file or a secret is refused', async () => {
  const { root, paths } = await setup({ 'AGENTS.md': '', '.env': '', '.git/config': '' })
  symlinkSync('AGENTS.md', join(root, 'notes.md'))
  symlinkSync('.env', join(root, 'settings.txt'))
  symlinkSync('.git', join(root, 'data'))

  expect(said(await paths.writable('notes.md'))).toBe('disguised')
  expect(said(await paths.existing('notes.md'))).toBe('ok')
  expect(said(await paths.existing('settings.txt'))).toBe('disguised')
  expect(said(await paths.writable('data/hooks/post-checkout'))).toBe('disguised')
})

test.each([
  '.muster/sessions/c.log.jsonl',
  '.muster/memory',
  '.muster/MEMORY.md',
  '.MUSTER/Delegations/d/task-1.log',
])('%s is private at every door', async (path) => {
  const { paths } = await setup({ [path === '.muster/memory' ? `${path}/day.md` : path]: '' })

  expect(await doors(paths, path)).toEqual(['private', 'private', 'private'])
  expect(await doors(paths, `x/../${path}`)).toEqual(['private', 'private', 'private'])
})

test('a link does not uncover what is private', async () => {
  const { root, paths } = await setup({ '.muster/sessions/c.log.jsonl': '' })
  symlinkSync('.muster/sessions', join(root, 'logs'))

  expect(await doors(paths, 'logs/c.log.jsonl')).toEqual(['private', 'private', 'private'])
})

test('a private path that this run was given can be read, its neighbour cannot, and neither be written', async () => {
  const given = '.muster/delegations/d1/task-1.log'
  const { paths } = await setup(
    { [given]: '', '.muster/delegations/d1/task-2.log': '' },
    (path) => path === given,
  )

  expect(said(await paths.existing(given))).toBe('ok')
  expect(said(await paths.existing('.muster/delegations/d1/task-2.log'))).toBe('private')
  expect(said(await paths.writable(given))).toBe('private')
})

test('where private files are kept elsewhere they are read there under the same path', async () => {
  const given = '.muster/delegations/d1/task-1.log'
  const base = temporaryFolder({ [given]: '' })
  const paths = await openWorkspacePaths(temporaryFolder(), {
    mayRead: (path) => path === given,
    privateBase: base,
  })

  expect(await paths.existing(given)).toMatchObject({ ok: true, value: { absolute: join(base, given) } })
})

test('knowledge in .muster is not private', async () => {
  const { paths } = await setup({ '.muster/knowledge/a.md': '' })

  expect(said(await paths.existing('.muster/knowledge/a.md'))).toBe('ok')
})

test('a missing file comes with names like it', async () => {
  const { paths } = await setup({ 'src/parser.ts': '', 'src/README.md': '', 'lib/x.ts': '' })

  expect(await paths.existing('src/parsers.ts')).toEqual({
    ok: false,
    problem: 'missing',
    similar: ['src/parser.ts'],
  })
  expect(await paths.existing('src/readme.md')).toEqual({
    ok: false,
    problem: 'missing',
    similar: ['src/README.md'],
  })
  expect(await paths.existing('scr/parser.ts')).toEqual({ ok: false, problem: 'missing', similar: ['src'] })
})

test('only a folder is a folder, and nothing is below a file', async () => {
  const { root, paths } = await setup({ 'a.txt': '' })
  mkdirSync(join(root, 'sub'))

  expect(await paths.folder('sub')).toEqual({ ok: true, value: join(root, 'sub') })
  expect(await paths.folder('.')).toEqual({ ok: true, value: root })
  expect(said(await paths.folder('a.txt'))).toBe('not_a_folder')
  expect(said(await paths.writable('a.txt/b'))).toBe('not_a_folder')
})

test.each([
  'a b.txt',
  'Größe.txt',
  '数据/重构.md',
  'line\nend.txt',
  'quote\'".txt',
  '-rf',
  '~',
  '$HOME',
  '..x',
  '...',
])('%j is an ordinary name', async (name) => {
  const { root, paths } = await setup()
  mkdirSync(join(root, '数据'))
  writeFileSync(join(root, name), 'x')

  expect(await paths.existing(name)).toMatchObject({ ok: true, value: { path: name } })
})

test('a folder that is gone, or is none, is said', async () => {
  const base = temporaryFolder({ file: '' })
  for (const path of [join(base, 'gone'), join(base, 'file')]) {
    await expect(openWorkspacePaths(path, { mayRead: () => false })).rejects.toMatchObject({
      code: 'folder_missing',
      details: { path },
    })
  }
})
