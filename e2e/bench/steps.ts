import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Benchmark } from './benchmark.ts'
import { calls, says, startTimedEndpoint, type TimedCall } from './endpoint.ts'
import { startBare, startMuster, type Started } from './start.ts'

const STEPS = 1_000

/** A model takes its time. One that took none would make more commits in a row than the ledger lets through at once. */
const THINK_MS = 10

/** From each answer to the next request: a tool call, its result, two commits. The median of a stretch. */
const gapsOf = (all: readonly TimedCall[], from: number, to: number): number =>
  median(all.slice(from, to).map((call, index) => call.cameAt - (all[from + index - 1]?.answeredAt ?? NaN)))

const early = (all: readonly TimedCall[]): number => gapsOf(all, 20, 120)
const late = (all: readonly TimedCall[]): number => gapsOf(all, STEPS - 100, STEPS)

export const stepOverhead: Benchmark = stepBenchmark({
  name: 'loop overhead a step, journal committed',
  beside: 'fetch, with the history sent and nothing kept',
  unit: 'ms',
  goals: [{ of: 'ours', atMost: 4 }],
  read: early,
})

export const stepGrowth: Benchmark = stepBenchmark({
  name: 'the same at 1,000 steps, as a multiple of that at 100',
  beside: 'the same loop of fetches',
  unit: '×',
  goals: [{ of: 'ours', atMost: 1.5 }],
  read: (all) => late(all) / early(all),
})

type Reading = Pick<Benchmark, 'name' | 'beside' | 'unit' | 'goals'> & {
  readonly read: (all: readonly TimedCall[]) => number
}

function stepBenchmark({ read, ...words }: Reading): Benchmark {
  return {
    ...words,
    rounds: 2,
    async setUp() {
      const endpoint = await startTimedEndpoint()
      const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
      // A call like the last would be taken for going round in circles.
      for (let index = 0; index < STEPS; index++)
        writeFileSync(join(folder, `${index}.txt`), `line ${index}\n`)
      const measure = (start: () => Started) => async (): Promise<number> => {
        endpoint.answerWith(
          ({ index }) =>
            index < STEPS - 1 ? [calls('read_file', { path: `${index}.txt` }, index)] : [says('done')],
          THINK_MS,
        )
        await start().ended
        return read(endpoint.calls)
      }
      const args = ['--folder', folder, '--mode', 'auto', '--set', `conversation.maxSteps=${STEPS}`]
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
