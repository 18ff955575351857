import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProcessGate, ShellOutcome } from '../../core/tools/ports.ts'
import { systemClock } from '../../platform/clock.ts'
import { openWorkspacePaths } from '../../store/workspace/workspace-paths.ts'
import { createOpenGate } from '../../testing/open-gate.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { shellEnvironment } from './environment.ts'
import { createLocalShell } from './local-shell.ts'

type Options = {
  cwd?: string
  timeoutMs?: number
  signal?: AbortSignal
  gate?: ProcessGate
  onOutput?: () => void
  files?: Record<string, string>
}

const run = async (command: string, options: Options = {}) => {
  const { cwd = '.', timeoutMs = 20_000, signal = new AbortController().signal, files = {} } = options
  const root = temporaryFolder(files)
  const paths = await openWorkspacePaths(root, { mayRead: () => false })
  const gate = createOpenGate()
  const environment = shellEnvironment({ ...process.env, SECRET_KEY: 'sk-secret' })
  const shell = createLocalShell({
    clock: systemClock,
    gate: options.gate ?? gate,
    environment,
    folderOf: (path) => paths.folder(path),
    ...(options.onOutput ? { onOutput: options.onOutput } : {}),
  })
  const found = await shell.run(command, { cwd, timeoutMs, signal })
  return { root, gate, found, outcome: found.ok ? found.value : ({} as Partial<ShellOutcome>) }
}

const isAlive = (pid: number): boolean => {
  if (!existsSync(`/proc/${pid}/stat`)) return false
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

/** The process ids that a command wrote into a file. */
const pidsIn = (root: string, file = 'pids'): number[] =>
  readFileSync(join(root, file), 'utf8').trim().split(/\s+/).map(Number)

test('both streams come back in their order, with the exit code', async () => {
  const { outcome } = await run('echo one; echo two >&2; echo three; echo four >&2; exit 7')

  expect(outcome).toMatchObject({
    output: 'one\ntwo\nthree\nfour\n',
    omittedBytes: 0,
    exitCode: 7,
    signal: null,
    timedOut: false,
  })
})

test('a command runs in the folder it names, with no input and no secret of ours', async () => {
  const { root, outcome } = await run('pwd; cat; env', { cwd: 'sub dir', files: { 'sub dir/x': '' } })

  expect(outcome.output).toMatch(new RegExp(`^${join(root, 'sub dir')}\n`))
  expect(outcome.output).toContain('TERM=dumb')
  expect(outcome.output).not.toContain('sk-secret')
})

test('a folder that leads out, or is none, is refused and nothing runs', async () => {
  expect((await run('touch ran', { cwd: '..' })).found).toMatchObject({ ok: false, problem: 'outside' })
  expect((await run('touch ran', { cwd: 'gone' })).found).toMatchObject({ ok: false, problem: 'missing' })
  expect((await run('touch ran', { cwd: 'a', files: { a: '' } })).gate.log).toEqual([])
})

test('what bash can do a command can do', async () => {
  const { outcome } = await run(`x="it's"; [[ $x == it* ]] && echo "$x" 数据 <(true) | wc -w`)

  expect(outcome).toMatchObject({ output: '3\n', exitCode: 0 })
})

test('what opens its own output by name can do so', async () => {
  const { outcome } = await run(
    'echo one > /dev/stderr; echo two | tee /dev/stderr; echo three > /dev/stdout',
  )

  expect(outcome.output).toBe('one\ntwo\ntwo\nthree\n')
})

test('the last words of a command that ends at once are never lost', async () => {
  const outputs = await Promise.all(Array.from({ length: 20 }, () => run('echo last')))

  expect(outputs.map(({ outcome }) => outcome.output)).toEqual(Array.from({ length: 20 }, () => 'last\n'))
})

test('what a command says while it is asked to end is kept', async () => {
  const { outcome } = await run(
    "trap 'echo cleaning; sleep 0.2; echo clean; exit 9' TERM; echo begun; while :; do sleep 0.05; done",
    {
      timeoutMs: 300,
    },
  )

  expect(outcome).toMatchObject({ exitCode: 9, timedOut: true })
  expect(outcome.output).toMatch(/^begun\n[^]*cleaning\nclean\n$/)
})

test('a signal that ended the command is named', async () => {
  expect((await run('kill -9 $$')).outcome).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
})

test('the gate knows the group before anything runs, and its end after everything', async () => {
  const log: string[] = []
  const gate: ProcessGate = {
    started: async (groupId, startedAt) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      log.push(isAlive(groupId) && startedAt !== '' ? 'started' : 'wrong')
    },
    ended: (groupId) => {
      log.push(isAlive(groupId) ? 'wrong' : 'ended')
      return Promise.resolve()
    },
  }

  const { outcome } = await run('date +%s%N; echo $MUSTER_GROUP $$', { gate })

  expect(log).toEqual(['started', 'ended'])
  const [, marked, own] = (outcome.output ?? '').split(/\s+/)
  expect(marked).toBe(own)
})

test('a gate that says no keeps the command from running', async () => {
  const root = temporaryFolder()
  const gate: ProcessGate = { started: () => Promise.reject(new Error('no')), ended: () => Promise.resolve() }

  await expect(run(`touch ${root}/ran`, { gate })).rejects.toThrow('no')
  expect(existsSync(join(root, 'ran'))).toBe(false)
})

test('after its time-out a command is ended, and what it wrote is kept', async () => {
  const { root, outcome } = await run('echo before; echo $$ > pids; sleep 100', { timeoutMs: 300 })

  expect(outcome).toMatchObject({ output: 'before\n', exitCode: null, signal: 'SIGTERM', timedOut: true })
  expect(outcome.durationMs).toBeLessThan(2_000)
  expect(pidsIn(root).map(isAlive)).toEqual([false])
})

test('a command that ignores being asked is killed after two seconds, with its children', async () => {
  const { root, outcome } = await run(
    `trap '' TERM; bash -c 'trap "" TERM; echo $$ >> pids; while :; do sleep 0.1; done' & echo $$ >> pids; while :; do sleep 0.1; done`,
    { timeoutMs: 300 },
  )

  expect(outcome).toMatchObject({ signal: 'SIGKILL', timedOut: true })
  expect(outcome.durationMs).toBeGreaterThan(2_000)
  expect(outcome.durationMs).toBeLessThan(4_500)
  expect(pidsIn(root).map(isAlive)).toEqual([false, false])
})

test('a stop ends a command at once', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 200)

  const { root, outcome } = await run('echo $$ > pids; sleep 100 & echo $! >> pids; wait', {
    signal: stop.signal,
  })

  expect(outcome).toMatchObject({ timedOut: false, exitCode: null })
  expect(outcome.durationMs).toBeLessThan(1_500)
  expect(pidsIn(root).map(isAlive)).toEqual([false, false])
})

test('a stop before the gate is open runs nothing', async () => {
  const { root, outcome } = await run('touch ran', { signal: AbortSignal.abort() })

  expect(outcome).toMatchObject({ exitCode: null })
  expect(existsSync(join(root, 'ran'))).toBe(false)
})

test('what a command left in the background does not hold it up, and is ended with it', async () => {
  const { root, outcome } = await run('sleep 100 & echo $! > pids; echo done')

  expect(outcome).toMatchObject({ output: 'done\n', exitCode: 0 })
  expect(outcome.durationMs).toBeLessThan(1_500)
  expect(pidsIn(root).map(isAlive)).toEqual([false])
})

test.skipIf(process.platform !== 'linux')('what left the group is ended too', async () => {
  const { root, outcome } = await run(
    'setsid bash -c "echo \\$\\$ >> pids; exec sleep 100" & ' +
      'setsid bash -c "echo \\$\\$ >> pids; exec sleep 100" > /dev/null 2>&1 & ' +
      'while [ "$(cat pids | wc -l)" != 2 ]; do sleep 0.02; done; echo done',
    { files: { pids: '' } },
  )

  expect(outcome).toMatchObject({ output: 'done\n', exitCode: 0 })
  expect(outcome.durationMs).toBeLessThan(2_500)
  expect(pidsIn(root).map(isAlive)).toEqual([false, false])
})

test('200 MB of output do not grow our memory, and the exit code is right', async () => {
  await run('head -c 20000000 /dev/zero') // what the first long output of a process costs is not growth
  const before = process.memoryUsage().rss

  const { outcome } = await run(
    'echo first; head -c 200000000 /dev/zero | tr "\\0" x; echo; echo last; exit 3',
  )

  expect(outcome).toMatchObject({ exitCode: 3 })
  expect(outcome.omittedBytes).toBeGreaterThan(199_900_000)
  expect(outcome.output).toMatch(/^first\nx+\n\[… \d+ bytes left out …\]\nx+\nlast\n$/)
  expect(outcome.output?.length).toBeLessThan(42_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1_024 * 1_024)
})

test('what a command says is told while it runs; a silent one tells nothing', async () => {
  let told = 0
  const onOutput = (): void => void (told += 1)

  await run('sleep 0.1', { onOutput })
  expect(told).toBe(0)

  await run('echo one; sleep 0.1; echo two', { onOutput })
  expect(told).toBeGreaterThanOrEqual(2)
})

test('a command that is stopped and ignores it is killed after one second: whoever has to tell of it has two', async () => {
  const stopped = new AbortController()
  setTimeout(() => stopped.abort(), 300)
  const begun = performance.now()

  const { outcome } = await run('trap "" TERM; echo here; while :; do sleep 0.1; done', {
    signal: stopped.signal,
  })

  expect(outcome).toMatchObject({ output: 'here\n', timedOut: false })
  expect(performance.now() - begun).toBeGreaterThan(1_000)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('a command does not see who stands by for it, and cannot wait for him', async () => {
  const { outcome } = await run('jobs; wait; ls /proc/self/fd')

  expect(outcome.exitCode).toBe(0)
  expect(outcome.output?.split('\n').slice(0, 3)).toEqual(['0', '1', '2'])
})
