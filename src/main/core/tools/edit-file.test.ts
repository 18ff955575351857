import type { EntryId } from '../../../shared/ids.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpAgent } from '../../testing/agent-bench.ts'
import { openFolderTools } from '../../testing/folder-tools.ts'
import { runCalls } from '../agent/run-calls.ts'

const one = (old: string, now: string): object => ({ edits: [{ old, new: now }] })

test('a file that was read is edited, and the difference comes back', async () => {
  const { root, call } = await openFolderTools({ 'a.txt': 'one\ntwo\nthree\n' })
  await call('read_file', { path: 'a.txt' })

  const result = await call('edit_file', { path: './a.txt', ...one('two', '2') })

  expect(result).toMatchObject({
    ok: true,
    text: 'Wrote a.txt (+1 −1 lines, 12 bytes).\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three',
    details: { kind: 'write', path: 'a.txt', created: false, added: 1, removed: 1 },
  })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n2\nthree\n')
})

test('a file that was not read, or changed since, is left alone', async () => {
  const { root, call } = await openFolderTools({ 'a.txt': 'one' })

  expect((await call('edit_file', { path: 'a.txt', ...one('one', '1') })).text).toContain(
    'you have not read it',
  )
  await call('read_file', { path: 'a.txt' })
  writeFileSync(join(root, 'a.txt'), 'one, said a person')
  expect((await call('edit_file', { path: 'a.txt', ...one('one', '1') })).text).toContain('changed since')
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one, said a person')
})

test('of several edits none is made when one cannot be', async () => {
  const { root, call } = await openFolderTools({ 'a.txt': 'one\ntwo\n' })
  await call('read_file', { path: 'a.txt' })

  const edits = [
    { old: 'one', new: '1' },
    { old: 'tow', new: '2' },
  ]
  expect(await call('edit_file', { path: 'a.txt', edits })).toMatchObject({
    ok: false,
    text: expect.stringContaining('was not changed. Edit 2 of 2'),
  })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\ntwo\n')
})

test('byte order mark, line ends and encoding stay the file’s own', async () => {
  const { root, call } = await openFolderTools({ 'a.txt': '\uFEFFone\r\ntwo\r\n' })
  await call('read_file', { path: 'a.txt' })

  await call('edit_file', { path: 'a.txt', ...one('one\ntwo', 'one\n2\n3') })

  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('\uFEFFone\r\n2\r\n3\r\n')
})

test('binary files, missing ones and paths that lead out are refused with words', async () => {
  const { call } = await openFolderTools({ 'a.bin': Buffer.from([0, 1, 2]), 'src/parser.ts': 'x' })
  const edit = async (path: string): Promise<string> =>
    (await call('edit_file', { path, ...one('a', 'b') })).text

  expect(await edit('a.bin')).toContain('binary')
  expect(await edit('src/parsr.ts')).toContain('Did you mean "src/parser.ts"?')
  expect(await edit('../a.txt')).toContain('leads out')
})

test('writes and edits of one file in one answer are made in their order, each on the one before', async () => {
  const { root, box } = await openFolderTools()
  const { agent, contents } = setUpAgent()
  const calls = [
    { name: 'write_file', arguments: { path: 'a.txt', content: 'one\n' } },
    { name: 'write_file', arguments: { path: './a.txt', content: 'one\ntwo\n' } },
    { name: 'edit_file', arguments: { path: 'a.txt', ...one('two', 'three') } },
    { name: 'edit_file', arguments: { path: 'a.txt', ...one('one\nthree', 'done') } },
  ].map((call, callIndex) => ({
    call: { id: `call_${callIndex}`, name: call.name, arguments: JSON.stringify(call.arguments) },
    callIndex,
  }))

  await runCalls(
    { ...agent, tools: box },
    { calls, answerId: 'ent_1' as EntryId },
    new AbortController().signal,
  )

  expect(contents()).toMatchObject(calls.map(({ call }) => ({ callId: call.id, ok: true })))
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('done\n')
})
