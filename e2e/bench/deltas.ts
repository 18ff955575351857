import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark } from './benchmark.ts'
import { calls, says, startTimedEndpoint } from './endpoint.ts'
import { startBare, startMuster, type Started } from './start.ts'

const DELTAS = 20_000

/** A long answer in many small pieces, all there at once, from its request to the next one. */
export const deltas: Benchmark = {
  name: '20,000 deltas: request → done',
  beside: 'fetch that reads and joins them',
  unit: 'ms',
  rounds: 7,
  goals: [{ of: 'ours', atMost: 250 }],
  async setUp() {
    const endpoint = await startTimedEndpoint()
    const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
    writeFileSync(join(folder, 'a.txt'), 'one line\n')
    const long = [
      ...Array.from({ length: DELTAS }, (_, index) => says(`word${index} `)),
      calls('read_file', { path: 'a.txt' }),
    ]
    const short = (index: number): object[] => [calls('read_file', { path: 'a.txt' }, index)]
    const measure = (start: () => Started) => async (): Promise<number> => {
      // The second answer is the long one: the first has loaded whatever is loaded at first use.
      endpoint.answerWith(({ index }) => (index === 1 ? long : index === 0 ? short(index) : [says('done')]))
      await start().ended
      const [, asked, next] = endpoint.calls
      return (next?.cameAt ?? NaN) - (asked?.cameAt ?? NaN)
    }
    return {
      ours: measure(() => startMuster(['--folder', folder, '--mode', 'auto'], endpoint.baseUrl)),
      bare: measure(() => startBare('loop', endpoint.baseUrl)),
      async [Symbol.asyncDispose]() {
        rmSync(folder, { recursive: true })
        await endpoint[Symbol.asyncDispose]()
      },
    }
  },
}
