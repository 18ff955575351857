import { rgPath } from '@vscode/ripgrep'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkspaceFiles } from '../../src/main/core/tools/ports.ts'
import { randomIds } from '../../src/main/platform/ids.ts'
import { createLocalFiles } from '../../src/main/store/workspace/local-files.ts'
import { openWorkspacePaths } from '../../src/main/store/workspace/workspace-paths.ts'
import type { Benchmark, Goal } from './benchmark.ts'

const FOLDERS = 1_000
const FILES_EACH = 100

/** One file in so many holds what is looked for. */
const ONE_IN = 1_000

export const grep = searchBenchmark({
  name: 'grep_files, 100,000 files',
  goals: [{ of: 'ratio', atMost: 1.3 }],
  ours: (files) => files.grep({ ...LOOK, glob: null }, never),
  bare: ['-n', '-e', 'needle'],
})

export const glob = searchBenchmark({
  name: 'glob_files by folder and name, 100,000 files',
  goals: [{ of: 'ratio', atMost: 1.3 }],
  ours: (files) => files.glob({ path: '.', pattern: 'd1*/**/*.ts', limit: 200 }, never),
  bare: ['--files', '-g', 'd1*/**/*.ts'],
})

const never = new AbortController().signal
const LOOK = { path: '.', pattern: 'needle', ignoreCase: false, context: 0, limit: 100 } as const

type Reading = {
  readonly name: string
  readonly goals: readonly Goal[]
  readonly ours: (files: WorkspaceFiles) => Promise<{ readonly ok: boolean }>
  /** Arguments of ripgrep for the same. */
  readonly bare: readonly string[]
}

/** A search by the port that the tool stands on, in a folder as a large project has it. */
function searchBenchmark({ name, goals, ours, bare }: Reading): Benchmark {
  return {
    ...{ name, goals },
    beside: 'ripgrep alone, its output read and thrown away',
    unit: 'ms',
    rounds: 11,
    async setUp() {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-bench-')))
      fill(folder)
      const paths = await openWorkspacePaths(folder, { mayRead: () => false })
      const files = createLocalFiles({ paths, ripgrep: rgPath, ids: randomIds })
      return {
        ours: () =>
          timed(async () => {
            if (!(await ours(files)).ok) throw new Error(`${name} failed.`)
          }),
        bare: () => timed(() => ripgrep(['--no-config', ...bare, '--', '.'], folder)),
        [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
      }
    },
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function ripgrep(args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(rgPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.resume()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
}

function fill(folder: string): void {
  const line = 'The quick brown fox jumps over the lazy dog and does so again. '.repeat(2)
  const text = `${line}\n`.repeat(8)
  for (let at = 0; at < FOLDERS; at++) {
    const below = join(folder, `d${at % 20}`, `e${at}`)
    mkdirSync(below, { recursive: true })
    for (let index = 0; index < FILES_EACH; index++) {
      const isOne = (at * FILES_EACH + index) % ONE_IN === 0
      writeFileSync(
        join(below, `f${index}.${index % 2 === 0 ? 'ts' : 'txt'}`),
        isOne ? `${text}needle\n` : text,
      )
    }
  }
}
