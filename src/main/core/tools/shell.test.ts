import type { EntryId } from '../../../shared/ids.ts'
import { expect, test } from 'vitest'
import { shellEnvironment } from '../../outside/shell/environment.ts'
import { createLocalShell } from '../../outside/shell/local-shell.ts'
import { systemClock } from '../../platform/clock.ts'
import { openWorkspacePaths } from '../../store/workspace/workspace-paths.ts'
import { createOpenGate } from '../../testing/open-gate.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { ToolResult } from '../agent/ports.ts'
import { shellTool } from './shell.ts'
import { createToolBox } from './tool-box.ts'

const setup = async (files: Record<string, string> = {}) => {
  const paths = await openWorkspacePaths(temporaryFolder(files), { mayRead: () => false })
  const shell = createLocalShell({
    clock: systemClock,
    gate: createOpenGate(),
    environment: shellEnvironment(process.env),
    folderOf: (path) => paths.folder(path),
  })
  const box = createToolBox([shellTool(shell)])
  const check = (input: object) =>
    box.check({ id: 'call_1', name: 'shell', arguments: JSON.stringify(input) })
  const call = async (input: object, signal = new AbortController().signal): Promise<ToolResult> => {
    const checked = check(input)
    return checked.ok
      ? checked.run({ signal, callId: 'call_1', answerId: 'ent_1' as EntryId, callIndex: 0 })
      : checked.result
  }
  return { check, call }
}

test('a command answers with output, exit code and duration', async () => {
  const { call } = await setup()

  const result = await call({ command: 'echo hello; exit 3' })

  expect(result).toMatchObject({
    ok: true,
    details: { kind: 'shell', command: 'echo hello; exit 3', exitCode: 3, signal: null, timedOut: false },
  })
  expect(result.text).toMatch(/^hello\n\[exit code 3, \d+\.\d s\]$/)
  expect((await call({ command: 'true' })).text).toMatch(/^\[no output\]\n\[exit code 0/)
})

test('a folder given apart stands in what a person is shown', async () => {
  const { check, call } = await setup({ 'a b/x.txt': '' })

  expect(check({ command: 'ls', cwd: 'a b' })).toMatchObject({ target: "cd 'a b' && ls" })
  expect(check({ command: 'ls', cwd: '.' })).toMatchObject({ target: 'ls' })
  expect(check({ command: 'ls', cwd: "x'; rm -rf ." })).toMatchObject({
    target: `cd 'x'\\''; rm -rf .' && ls`,
  })
  expect((await call({ command: 'ls', cwd: 'a b' })).text).toMatch(/^x\.txt\n/)
})

test('a time-out says so, and what to do', async () => {
  const { call } = await setup()

  const result = await call({ command: 'echo begun; sleep 50', timeout_seconds: 1 })

  expect(result.ok).toBe(false)
  expect(result.text).toMatch(/^begun\n\[ended by the time-out after 1\.\d s;.*longer timeout_seconds/)
})

test('a stop says that it was one', async () => {
  const { call } = await setup()

  expect(await call({ command: 'sleep 50' }, AbortSignal.timeout(200))).toMatchObject({
    ok: false,
    text: expect.stringMatching(/\[stopped after 0\.\d s/),
  })
})

test.each([
  [{ command: '' }, 'command'],
  [{ command: '   ' }, 'command'],
  [{ command: 'a\0b' }, 'NUL'],
  [{ command: 'x'.repeat(30_001) }, 'command'],
  [{ command: 'ls', timeout_seconds: 601 }, 'timeout_seconds'],
])('%j never runs', async (input, complaint) => {
  const { call } = await setup()

  expect(await call(input)).toMatchObject({ ok: false, text: expect.stringContaining(complaint) })
})

test('a folder that is none is named', async () => {
  const { call } = await setup({ 'src/a.ts': '' })

  expect((await call({ command: 'ls', cwd: 'scr' })).text).toContain('Did you mean "src"?')
})
