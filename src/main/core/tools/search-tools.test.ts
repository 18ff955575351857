import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolderTools } from '../../testing/folder-tools.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const NAMES = {
  '.gitignore': 'build/\n*.log\n',
  'src/a.ts': 'needle here\n',
  'src/deep/b.ts': 'x\nneedle again\ny\n',
  'src/deep/c.css': 'needle in style\n',
  'docs/d.md': 'nothing\n',
  'build/e.ts': 'needle built\n',
  'f.log': 'needle logged\n',
}

test('a glob without a slash matches names at any depth, but never what ignore files name', async () => {
  const { call } = await openFolderTools(NAMES)

  expect(await call('glob_files', { pattern: '*.ts' })).toMatchObject({
    ok: true,
    text: 'src/a.ts  12 B\nsrc/deep/b.ts  17 B',
    details: { kind: 'list', path: '.', count: 2, more: 0 },
  })
})

test('a glob with folders is read from the path that is given, and takes alternatives', async () => {
  const { call } = await openFolderTools(NAMES)

  expect((await call('glob_files', { pattern: 'src/*.ts' })).text).toBe('src/a.ts  12 B')
  expect((await call('glob_files', { pattern: '**/*.{css,md}' })).text).toBe(
    'docs/d.md  8 B\nsrc/deep/c.css  16 B',
  )
  expect((await call('glob_files', { pattern: '*.ts', path: 'src/deep' })).text).toBe('src/deep/b.ts  17 B')
})

test('a glob that cannot be read, or finds nothing, is answered in words', async () => {
  const { call } = await openFolderTools(NAMES)

  expect(await call('glob_files', { pattern: '{a,' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('cannot be read'),
  })
  expect((await call('glob_files', { pattern: '*.rs' })).text).toContain('no file matches')
  expect((await call('glob_files', { pattern: '!*.ts' })).text).toContain('no file matches')
  expect((await call('glob_files', { pattern: '*', path: 'src/a.ts' })).ok).toBe(false)
})

test('more files than asked for are counted', async () => {
  const { call } = await openFolderTools(
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}.txt`, ''])),
  )

  const { text, details } = await call('glob_files', { pattern: '*.txt' })

  expect(details).toMatchObject({ count: 200, more: 100 })
  expect(text).toMatch(/\n\[100 more; narrow/)
})

test('matching lines stand below their file with their numbers', async () => {
  const { call } = await openFolderTools(NAMES)

  expect(await call('grep_files', { pattern: '^needle' })).toMatchObject({
    ok: true,
    text: 'src/a.ts\n1: needle here\nsrc/deep/b.ts\n2: needle again\nsrc/deep/c.css\n1: needle in style',
    details: { kind: 'matches', path: '.', count: 3, more: 0 },
  })
})

test('a glob narrows a search down and does not reach what ignore files name', async () => {
  const { call } = await openFolderTools(NAMES)

  expect((await call('grep_files', { pattern: 'needle', glob: '*.ts' })).text).not.toContain('build/')
  expect((await call('grep_files', { pattern: 'needle', glob: '**' })).text).not.toContain('f.log')
  expect((await call('grep_files', { pattern: 'needle', glob: '*.css' })).text).toBe(
    'src/deep/c.css\n1: needle in style',
  )
})

test('one file can be searched, with the lines around each match', async () => {
  const { call } = await openFolderTools({ 'a.txt': 'a\nb\nHIT\nc\nd\ne\nf\nhit\n' })

  const input = { pattern: 'hit', path: 'a.txt', ignoreCase: true, context: 1 }
  expect((await call('grep_files', input)).text).toBe('a.txt\n2- b\n3: HIT\n4- c\n…\n7- f\n8: hit')
})

test('an expression that cannot be read comes back with the reason, and one that looks like an option is none', async () => {
  const { call } = await openFolderTools({ 'a.txt': '--pre=touch\n' })

  expect(await call('grep_files', { pattern: '(' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('unclosed group'),
  })
  expect((await call('grep_files', { pattern: '--pre=touch' })).text).toBe('a.txt\n1: --pre=touch')
})

test('binary and huge files are not searched', async () => {
  const { call } = await openFolderTools({
    'a.bin': Buffer.from('needle\0'),
    'late.bin': Buffer.from(`needle\n${'x\n'.repeat(200_000)}\0`),
    'huge.txt': `needle\n${'x'.repeat(11 * 1_024 * 1_024)}`,
    'z.txt': 'needle\n',
  })

  expect((await call('grep_files', { pattern: 'needle' })).text).toBe('z.txt\n1: needle')
})

test('what is private, git’s own, or looks like a secret is not searched', async () => {
  const { call } = await openFolderTools({
    '.muster/memory/day.md': 'needle\n',
    '.muster/plans/plan.md': 'needle planned\n',
    '.git/config': 'needle\n',
    '.env': 'KEY=needle\n',
    'server.pem': 'needle\n',
  })

  expect((await call('grep_files', { pattern: 'needle' })).text).toBe(
    '.muster/plans/plan.md\n1: needle planned',
  )
  expect((await call('grep_files', { pattern: 'needle', glob: '**' })).text).not.toMatch(
    /memory|\.git|env|pem/,
  )
  expect((await call('glob_files', { pattern: '**' })).text).not.toMatch(/memory|\.git/)
  expect((await call('grep_files', { pattern: 'needle', path: '.muster/memory' })).ok).toBe(false)
  expect((await call('grep_files', { pattern: 'needle', path: '.env' })).text).toBe('.env\n1: KEY=needle')
})

test('links that lead out of the folder are not followed', async () => {
  const { root, call } = await openFolderTools()
  const outside = temporaryFolder({ 'secret.txt': 'needle' })
  mkdirSync(join(root, 'src'))
  symlinkSync(outside, join(root, 'src/link'))

  expect((await call('grep_files', { pattern: 'needle' })).text).toBe('[no match]')
  expect((await call('grep_files', { pattern: 'needle', path: 'src/link' })).text).toContain('leads out')
  expect((await call('glob_files', { pattern: '*.txt' })).text).toContain('no file matches')
})

test('more matches than asked for are counted, and beyond all measure the search ends', async () => {
  const { call } = await openFolderTools({ 'a.txt': 'hit\n'.repeat(150) })

  const { text, details } = await call('grep_files', { pattern: 'hit' })
  expect(details).toMatchObject({ count: 100, more: 50 })
  expect(text).toMatch(/\n\[50 more; narrow/)

  const wide = await openFolderTools({ 'b.txt': 'hit\n'.repeat(100_000) })
  const result = await wide.call('grep_files', { pattern: 'hit', limit: 1_000 })
  expect(result.text).toMatch(
    /\n\[this is a sample: .*; at least 4000 more; narrow it down with pattern, path or glob\]$/,
  )
})

test('a long line is shown around its match, and a result stays within its characters', async () => {
  const line = `${'a'.repeat(5_000)}needle${'b'.repeat(5_000)}`
  const { call } = await openFolderTools({ 'one.txt': line, 'many.txt': `${line}\n`.repeat(200) })

  const { text } = await call('grep_files', { pattern: 'needle', path: 'one.txt' })
  expect(text).toMatch(/^one\.txt\n1: …a{100}needleb+…$/)
  expect(text.length).toBeLessThan(500)
  const { text: all } = await call('grep_files', { pattern: 'needle', path: 'many.txt', limit: 1_000 })
  expect(all.length).toBeLessThan(41_000)
  expect(all).toMatch(/\n\[\d+ more lines: one answer has at most 40000 characters; narrow it down .*\]$/)
})

test('bytes that are no UTF-8 do not stop a search', async () => {
  const { call } = await openFolderTools({ 'a.txt': Buffer.from([0x6e, 0xe9, 0x65, 0x0a]) })

  expect((await call('grep_files', { pattern: '^n' })).text).toBe('a.txt\n1: n\uFFFDe')
})

test('the end of a line is found in a file with Windows line ends', async () => {
  const { call } = await openFolderTools({ 'w.txt': 'foo\r\nbar baz\r\n' })

  const { text } = await call('grep_files', { pattern: 'baz$' })

  expect(text).toContain('bar baz')
})

test.each([
  ['src/**/*.ts', ['src/a.ts', 'src/deep/b.ts']],
  ['src/{a.ts,deep/*}', ['src/a.ts', 'src/deep/b.ts', 'src/deep/c.css']],
  ['**/deep/**', ['src/deep/b.ts', 'src/deep/c.css']],
  ['/src/[ab].ts', ['src/a.ts']],
  ['build/*.ts', []],
  ['**/*.log', []],
])('the glob %s finds and searches the same files', async (glob, files) => {
  const { call } = await openFolderTools(NAMES)

  const { text: listed } = await call('glob_files', { pattern: glob })
  const { text: searched } = await call('grep_files', { pattern: 'needle', glob })

  expect(listed.match(/^\S+(?= {2}\d+ B$)/gm) ?? []).toEqual(files)
  expect(searched.match(/^\w\S*\.\w+$/gm) ?? []).toEqual(files)
})

test('what ignore files name does not take the room of what they do not', async () => {
  const { call } = await openFolderTools({
    '.gitignore': '*.log\n',
    'logs/a.log': 'hit\n'.repeat(20_000),
    'logs/z.txt': 'hit\n',
  })

  const { text } = await call('grep_files', { pattern: 'hit', glob: 'logs/*' })

  expect(text).toBe('logs/z.txt\n1: hit')
})
