import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Benchmark } from './benchmark.ts'
import { calls, says, startTimedEndpoint, type TimedCall } from './endpoint.ts'
import { startBare, startMuster, type Started } from './start.ts'

/** A model takes its time. One that took none would make more commits in a row than the ledger lets through at once. */
const THINK_MS = 10

/** From each answer to the next request: a tool call, its result, two commits. The median of a stretch. */
const gapsOf = (all: readonly TimedCall[], from: number, to: number): number =>
  median(all.slice(from, to).map((call, index) => call.cameAt - (all[from + index - 1]?.answeredAt ?? NaN)))

/** Not the very first ones: much is loaded and compiled then. */
const early = (all: readonly TimedCall[]): number => gapsOf(all, 20, 120)
const late = (all: readonly TimedCall[]): number => gapsOf(all, all.length - 100, all.length)

export const stepOverhead: Benchmark = stepBenchmark({
  name: 'loop overhead a step, journal committed',
  beside: 'fetch, with the history sent and nothing kept',
  unit: 'ms',
  rounds: 5,
  steps: 120,
  goals: [{ of: 'ours', atMost: 4 }],
  read: early,
})

export const stepGrowth: Benchmark = stepBenchmark({
  name: 'the same at 1,000 steps, as a multiple of that at 100',
  beside: 'the same loop of fetches',
  unit: '×',
  rounds: 2,
  steps: 1_000,
  goals: [{ of: 'ours', atMost: 1.5 }],
  read: (all) => late(all) / early(all),
})

type Reading = Pick<Benchmark, 'name' | 'beside' | 'unit' | 'rounds' | 'goals'> & {
  readonly steps: number
  readonly read: (all: readonly TimedCall[]) => number
}

function stepBenchmark({ read, steps, ...words }: Reading): Benchmark {
  return {
    ...words,
    async setUp() {
      const endpoint = await startTimedEndpoint()
      const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
      // A call like the last would be taken for going round in circles.
      for (let index = 0; index < steps; index++)
        writeFileSync(join(folder, `${index}.txt`), `line ${index}\n`)
      const measure = (start: () => Started) => async (): Promise<number> => {
        endpoint.answerWith(
          ({ index }) =>
            index < steps - 1 ? [calls('read_file', { path: `${index}.txt` }, index)] : [says('done')],
          THINK_MS,
        )
        await start().ended
        return read(endpoint.calls)
      }
      const args = ['--folder', folder, '--mode', 'auto', '--set', `conversation.maxSteps=${steps}`]
      return {
        ours: measure(() => startMuster(args, endpoint.baseUrl)),
        bare: measure(() => startBare('loop', endpoint.baseUrl)),
        async [Symbol.asyncDispose]() {
          rmSync(folder, { recursive: true })
          await endpoint[Symbol.asyncDispose]()
        },
      }
    },
  }
}
