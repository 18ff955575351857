import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { expect, test } from 'vitest'
import { canMount } from '../../testing/can-mount.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createLocalFiles } from './local-files.ts'
import { openWorkspacePaths } from './workspace-paths.ts'

const never = new AbortController().signal

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

const setup = async (files: Record<string, string | Uint8Array> = {}) => {
  const root = temporaryFolder(files)
  const paths = await openWorkspacePaths(root, { mayRead: () => false })
  return { root, files: createLocalFiles({ paths, ripgrep: rgPath, ids: createCountedIds() }) }
}

test('a file is read with its size and the hash of its bytes', async () => {
  const { files } = await setup({ 'a.txt': '\uFEFFhello\r\n' })

  expect(await files.read('a.txt')).toEqual({
    ok: true,
    value: { path: 'a.txt', text: 'hello\n', bytes: 10, sha256: sha256('\uFEFFhello\r\n') },
  })
})

test('a binary file has no text', async () => {
  const { files } = await setup({ 'a.png': Buffer.from([0x89, 0x50, 0, 1]) })

  expect(await files.read('a.png')).toMatchObject({ ok: true, value: { text: null, bytes: 4 } })
})

test('folders, pipes and huge files are not read', async () => {
  const { root, files } = await setup()
  mkdirSync(join(root, 'folder'))
  execFileSync('mkfifo', [join(root, 'pipe')])
  writeFileSync(join(root, 'huge'), Buffer.alloc(33 * 1_024 * 1_024))

  expect(await files.read('folder')).toMatchObject({ ok: false, problem: 'not_a_file' })
  expect(await files.read('pipe')).toMatchObject({ ok: false, problem: 'not_a_file' })
  expect(await files.read('huge')).toMatchObject({ ok: false, problem: 'too_large' })
})

test('a new file is written with the folders above it, and nothing stays beside it', async () => {
  const { root, files } = await setup()

  const outcome = await files.write('x/y/a.txt', 'text\n', () => null)

  expect(outcome).toEqual({
    ok: true,
    path: 'x/y/a.txt',
    before: null,
    created: true,
    bytes: 5,
    sha256: sha256('text\n'),
  })
  expect(readFileSync(join(root, 'x/y/a.txt'), 'utf8')).toBe('text\n')
  expect(readdirSync(join(root, 'x/y'))).toEqual(['a.txt'])
})

test('a file that was never read is left alone', async () => {
  const { root, files } = await setup({ 'a.txt': 'old' })

  expect(await files.write('a.txt', 'new', () => null)).toMatchObject({ ok: false, problem: 'unread' })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('old')
})

test('a file that changed since it was read is left alone', async () => {
  const { root, files } = await setup({ 'a.txt': 'seen' })
  const seen = sha256('seen')
  writeFileSync(join(root, 'a.txt'), 'changed by someone else')

  expect(await files.write('a.txt', 'new', () => seen)).toMatchObject({ ok: false, problem: 'stale' })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('changed by someone else')
})

test('the hash is asked for by the real path, whatever name the file was written under', async () => {
  const { root, files } = await setup({ 'real.txt': 'old' })
  symlinkSync('real.txt', join(root, 'link.txt'))
  const asked: string[] = []

  await files.write('./link.txt', 'new', (path) => {
    asked.push(path)
    return sha256('old')
  })

  expect(asked).toEqual(['real.txt'])
  expect(readFileSync(join(root, 'real.txt'), 'utf8')).toBe('new')
  expect(readdirSync(root).sort()).toEqual(['link.txt', 'real.txt'])
})

test('a file that is gone is made again', async () => {
  const { root, files } = await setup({ 'a.txt': 'seen' })
  rmSync(join(root, 'a.txt'))

  expect(await files.write('a.txt', 'new', () => sha256('seen'))).toMatchObject({ ok: true, created: true })
})

test('of two writes that saw the same state only one is carried out', async () => {
  const { files } = await setup({ 'a.txt': 'seen' })
  const lastRead = (): string => sha256('seen')

  const outcomes = await Promise.all([
    files.write('a.txt', 'one', lastRead),
    files.write('a.txt', 'two', lastRead),
  ])

  expect(outcomes).toMatchObject([{ ok: true }, { ok: false, problem: 'stale' }])
})

test('encoding, mark, line ends and permissions stay', async () => {
  const old = Buffer.from('\uFEFFalt\r\n', 'utf16le')
  const { root, files } = await setup({ 'a.txt': old })
  chmodSync(join(root, 'a.txt'), 0o754)

  const outcome = await files.write('a.txt', 'neu\nzwei\n', () => sha256(old))

  expect(outcome).toMatchObject({ ok: true, before: 'alt\n', created: false })
  expect(readFileSync(join(root, 'a.txt'))).toEqual(Buffer.from('\uFEFFneu\r\nzwei\r\n', 'utf16le'))
  expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o754)
})

test('a folder is not overwritten, and a file is no folder', async () => {
  const { root, files } = await setup({ 'a.txt': '' })
  mkdirSync(join(root, 'folder'))

  expect(await files.write('folder', 'x', () => null)).toMatchObject({ ok: false, problem: 'not_a_file' })
  expect(await files.write('a.txt/b', 'x', () => null)).toMatchObject({ ok: false, problem: 'not_a_folder' })
  expect(await files.write('n'.repeat(300), 'x', () => null)).toMatchObject({
    ok: false,
    problem: 'invalid',
  })
})

test.skipIf(!canMount)('on a full disk the old file stays whole and nothing stays beside it', async () => {
  const { root, files } = await setup()
  const disk = join(root, 'disk')
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk])
  try {
    writeFileSync(join(disk, 'a.txt'), 'old')

    const outcome = await files.write('disk/a.txt', 'x'.repeat(200_000), () => sha256('old'))

    expect(outcome).toMatchObject({ ok: false, problem: 'disk_full' })
    expect(readFileSync(join(disk, 'a.txt'), 'utf8')).toBe('old')
    expect(readdirSync(disk)).toEqual(['a.txt'])
  } finally {
    execFileSync('umount', [disk])
  }
})

const listed = async (files: Awaited<ReturnType<typeof setup>>['files'], path = '.', limits = {}) => {
  const found = await files.list(path, { depth: 20, limit: 200, ...limits }, never)
  return found.ok ? found.value : found
}

test('a listing shows files and folders in order, with sizes, and honours ignore files', async () => {
  const { files } = await setup({
    '.gitignore': 'node_modules\n*.log\n',
    'b/deep/c.txt': 'xyz',
    'b.txt': '',
    'node_modules/x/index.js': '',
    'debug.log': '',
    '.git/config': '',
  })

  expect(await listed(files)).toEqual({
    path: '.',
    entries: [
      { path: '.gitignore', kind: 'file', bytes: 19 },
      { path: 'b', kind: 'folder', bytes: 0 },
      { path: 'b/deep', kind: 'folder', bytes: 0 },
      { path: 'b/deep/c.txt', kind: 'file', bytes: 3 },
      { path: 'b.txt', kind: 'file', bytes: 0 },
    ],
    more: 0,
    complete: true,
  })
})

test('a listing goes down as far as it is told and counts what it leaves out', async () => {
  const { files } = await setup({ 'a/b/c.txt': '', 'a/d.txt': '', 'e.txt': '', 'f.txt': '' })

  expect(await listed(files, '.', { depth: 1 })).toMatchObject({
    entries: [{ path: 'a' }, { path: 'e.txt' }, { path: 'f.txt' }],
  })
  expect(await listed(files, '.', { limit: 2 })).toMatchObject({
    entries: [{ path: 'a' }, { path: 'a/b' }],
    more: 4,
  })
  expect(await listed(files, 'a/b')).toMatchObject({ path: 'a/b', entries: [{ path: 'a/b/c.txt' }] })
})

test('a listing never shows what is private', async () => {
  const { files } = await setup({
    '.muster/sessions/c.log.jsonl': '',
    '.muster/MEMORY.md': '',
    '.muster/knowledge/k.md': '',
  })

  expect(await listed(files)).toMatchObject({
    entries: [{ path: '.muster' }, { path: '.muster/knowledge' }, { path: '.muster/knowledge/k.md' }],
  })
  expect(await listed(files, '.muster/sessions')).toMatchObject({ problem: 'private' })
})

test('a listing gives strange names as they are', async () => {
  const names = ['-x.txt', 'Größe.txt', 'a b.txt', 'line\nend.txt', '数据.txt']
  const { files } = await setup(Object.fromEntries(names.map((name) => [name, ''])))

  expect(await listed(files)).toMatchObject({ entries: names.map((path) => ({ path })) })
})

test('a configuration of ripgrep or a link out of the folder changes nothing in a listing', async () => {
  const outside = temporaryFolder({ 'secret.txt': '' })
  const { root, files } = await setup({ 'a.txt': '' })
  symlinkSync(outside, join(root, 'link'))

  expect(await listed(files)).toMatchObject({ entries: [{ path: 'a.txt' }] })
  expect(await listed(files, 'link')).toMatchObject({ problem: 'outside' })
})

test('a listing that is stopped says that it is not complete', async () => {
  const { files } = await setup({ 'a.txt': '' })

  expect(await files.list('.', { depth: 1, limit: 10 }, AbortSignal.abort())).toMatchObject({
    ok: true,
    value: { complete: false },
  })
})
