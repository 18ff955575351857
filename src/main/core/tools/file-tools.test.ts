import type { EntryId } from '../../../shared/ids.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { expect, test } from 'vitest'
import { createLocalFiles } from '../../store/workspace/local-files.ts'
import { openWorkspacePaths } from '../../store/workspace/workspace-paths.ts'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { ToolResult } from '../agent/ports.ts'
import { listFilesTool } from './list-files.ts'
import { readFileTool } from './read-file.ts'
import { createReadMemory } from './read-memory.ts'
import { createToolBox } from './tool-box.ts'
import { writeFileTool } from './write-file.ts'

const setup = async (files: Record<string, string | Uint8Array> = {}) => {
  const root = temporaryFolder(files)
  const paths = await openWorkspacePaths(root, { mayRead: () => false })
  const workspace = createLocalFiles({ paths, ripgrep: rgPath, ids: createCountedIds() })
  const memory = createReadMemory()
  const box = createToolBox([
    readFileTool(workspace, memory),
    writeFileTool(workspace, memory),
    listFilesTool(workspace),
  ])
  const call = async (name: string, input: object): Promise<ToolResult> => {
    const checked = box.check({ id: 'call_1', name, arguments: JSON.stringify(input) })
    const context = {
      signal: new AbortController().signal,
      callId: 'call_1',
      answerId: 'ent_1' as EntryId,
      callIndex: 0,
    }
    return checked.ok ? checked.run(context) : checked.result
  }
  return { root, call }
}

test('a short file is shown as it is', async () => {
  const { call } = await setup({ 'a.txt': 'one\ntwo\n' })

  expect(await call('read_file', { path: 'a.txt' })).toEqual({
    ok: true,
    text: 'one\ntwo',
    details: { kind: 'file', path: 'a.txt', bytes: 8, lines: 2, truncated: false },
    deliveries: [],
  })
})

test('a long file is paged by lines, and the note says how to go on', async () => {
  const { call } = await setup({
    'a.txt': Array.from({ length: 2_500 }, (_, index) => `line ${index + 1}`).join('\n'),
  })

  const first = await call('read_file', { path: 'a.txt' })
  const second = await call('read_file', { path: 'a.txt', offset: 2_001 })

  expect(first.text).toMatch(/line 2000\n\[lines 1 to 2000 of 2500; go on with offset 2001\]$/)
  expect(second.text).toMatch(
    /^line 2001\n[^]*line 2500\n\[lines 2001 to 2500 of 2500; this is the end of the file\]$/,
  )
})

test('one endless line is paged by characters until its very end', async () => {
  const line = Array.from({ length: 40_000 }, (_, index) => String(index)).join(',')
  const { call } = await setup({ 'data.json': line })
  let whole = ''
  let next: { offset: number; character: number } | null = { offset: 1, character: 0 }
  while (next !== null) {
    const { text }: ToolResult = await call('read_file', { path: 'data.json', ...next })
    const note: RegExpExecArray | null = /\n\[.*\]$/.exec(text)
    whole += text.slice(0, note?.index)
    const on: RegExpExecArray | null = /go on with offset (\d+) and character (\d+)/.exec(note?.[0] ?? '')
    next = on === null ? null : { offset: Number(on[1]), character: Number(on[2]) }
  }

  expect(whole).toBe(line)
})

test('what cannot be read says why and what to try', async () => {
  const { call } = await setup({ 'src/parser.ts': 'x', 'a.bin': Buffer.from([0, 1, 2]), 'empty.txt': '' })

  expect(await call('read_file', { path: 'src/parsr.ts' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('Did you mean "src/parser.ts"?'),
  })
  expect(await call('read_file', { path: 'src' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('list_files'),
  })
  expect(await call('read_file', { path: '../x' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('leads out'),
  })
  expect((await call('read_file', { path: 'a.bin' })).text).toContain('a.bin is a binary file')
  expect((await call('read_file', { path: 'empty.txt' })).text).toBe('[empty.txt is empty]')
  expect((await call('read_file', { path: 'src/parser.ts', offset: 5 })).text).toContain(
    'the file has 1 lines',
  )
})

test('a file that was read can be written, and the difference comes back', async () => {
  const { root, call } = await setup({ 'a.txt': 'one\ntwo\nthree\n' })
  await call('read_file', { path: './a.txt' })

  const result = await call('write_file', { path: 'a.txt', content: 'one\n2\nthree\n' })

  expect(result).toMatchObject({
    ok: true,
    text: 'Wrote a.txt (+1 −1 lines, 12 bytes).\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three',
    details: { kind: 'write', path: 'a.txt', created: false, added: 1, removed: 1 },
  })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n2\nthree\n')
})

test('a file can be written again after writing it, without reading it in between', async () => {
  const { call } = await setup()

  expect((await call('write_file', { path: 'new.txt', content: 'a\nb\n' })).text).toBe(
    'Created new.txt (2 lines, 4 bytes).',
  )
  expect((await call('write_file', { path: 'new.txt', content: 'c\n' })).ok).toBe(true)
})

test('a file that was not read, or changed since, is not overwritten until it is read again', async () => {
  const { root, call } = await setup({ 'a.txt': 'old' })

  expect(await call('write_file', { path: 'a.txt', content: 'x' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('you have not read it'),
  })
  await call('read_file', { path: 'a.txt' })
  writeFileSync(join(root, 'a.txt'), 'changed by a person')
  expect(await call('write_file', { path: 'a.txt', content: 'x' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('changed since'),
  })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('changed by a person')
  await call('read_file', { path: 'a.txt' })
  expect((await call('write_file', { path: 'a.txt', content: 'x' })).ok).toBe(true)
})

test('a listing is one entry a line, and says how many it left out', async () => {
  const { call } = await setup({ 'src/a.ts': 'x'.repeat(2_000), 'b.txt': 'x', 'line\nend': '' })

  expect(await call('list_files', {})).toMatchObject({
    text: 'b.txt  1 B\n"line\\nend"  0 B\nsrc/\nsrc/a.ts  2.0 KB',
    details: { kind: 'list', path: '.', count: 4, more: 0 },
  })
  expect((await call('list_files', { limit: 1 })).text).toBe(
    'b.txt  1 B\n[3 more; narrow it down with path or depth, or raise limit]',
  )
})

test('a listing of many files stays within its limits', async () => {
  const { call } = await setup(
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}.txt`, ''])),
  )

  const { text, details } = await call('list_files', {})

  expect(details).toMatchObject({ count: 200, more: 100 })
  expect(text.split('\n')).toHaveLength(201)
})
