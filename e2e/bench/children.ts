import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Goal } from './benchmark.ts'
import { playBatch, type Batch, type Course } from './crew-script.ts'
import { startTimedEndpoint } from './endpoint.ts'
import { startBare, startMuster, type Started } from './start.ts'

const ONE: Batch = { children: 1, steps: 1, thinkMs: 0 }
const EIGHT: Batch = { children: 8, steps: 5, thinkMs: 50 }

/** What eight children need who wait for nothing but their model, in ms. */
const IDEAL_MS = EIGHT.steps * EIGHT.thinkMs

/** From the end of the answer that delegates to the child's first request: ledger, start of a process, loop. */
const untilAsked = ({ delegated, firstAsked }: Course): number => firstAsked - delegated
/** To the end of the last answer that any of them gets. */
const untilDone = ({ delegated, lastAnswered }: Course): number => lastAnswered - delegated

export const childRequest = childBenchmark({
  name: 'tool call → child’s first request, cold',
  rounds: 7,
  batch: ONE,
  isWarm: false,
  read: untilAsked,
  goals: [
    { of: 'ratio', atMost: 1.3 },
    { of: 'ours', atMost: 450 },
  ],
})

export const warmChildRequest = childBenchmark({
  name: 'tool call → child’s first request, warm',
  rounds: 5,
  batch: ONE,
  isWarm: true,
  read: untilAsked,
  goals: [{ of: 'ours', atMost: 60 }],
})

export const children = childBenchmark({
  name: '8 children × 5 steps at 50 ms, cold',
  rounds: 5,
  batch: EIGHT,
  isWarm: false,
  read: untilDone,
  goals: [{ of: 'ratio', atMost: 1.3 }],
})

export const warmChildren = childBenchmark({
  name: '8 children × 5 steps at 50 ms, warm',
  rounds: 5,
  batch: EIGHT,
  isWarm: true,
  read: untilDone,
  goals: [
    { of: 'ratio', atMost: 1.2 },
    { of: 'ours', atMost: 1.8 * IDEAL_MS },
  ],
})

type Reading = {
  readonly name: string
  readonly rounds: number
  readonly batch: Batch
  readonly isWarm: boolean
  readonly read: (course: Course) => number
  readonly goals: readonly Goal[]
}

function childBenchmark({ batch, isWarm, read, ...words }: Reading): Benchmark {
  return {
    ...words,
    beside: 'utility processes with the same client, nothing kept',
    unit: 'ms',
    async setUp() {
      const endpoint = await startTimedEndpoint()
      const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
      for (let job = 1; job <= batch.children; job++)
        for (let step = 0; step < batch.steps; step++)
          writeFileSync(join(folder, `M${job}-${step}.txt`), 'one line\n')
      const places = `delegation.maxConcurrentRuns=${batch.children}`
      const args = ['--folder', folder, '--mode', 'auto', '--set', places]
      const bareEnvironment = { BENCH_CHILDREN: `${batch.children}`, ...(isWarm ? { BENCH_WARM: '1' } : {}) }
      const measure = (ours: boolean, start: () => Started) => async (): Promise<number> => {
        const course = playBatch(endpoint, batch, !isWarm ? 'cold' : ours ? 'warmed-up' : 'warm')
        await start().ended
        return read(course())
      }
      return {
        ours: measure(true, () => startMuster(args, endpoint.baseUrl)),
        bare: measure(false, () => startBare('parent', endpoint.baseUrl, bareEnvironment)),
        async [Symbol.asyncDispose]() {
          rmSync(folder, { recursive: true })
          await endpoint[Symbol.asyncDispose]()
        },
      }
    },
  }
}
