import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workersOf } from '../fixtures/processes.ts'
import type { Benchmark } from './benchmark.ts'
import { jobOf, playBatch } from './crew-script.ts'
import { startTimedEndpoint } from './endpoint.ts'
import { startBare, startMuster, type Started } from './start.ts'

const STEPS = 5

/** How long the model thinks: the worker is idle then, and looked at. */
const THINK_MS = 1_000

/** What a worker holds that has done its work and waits for its model once more. Linux alone says so. */
export const memory: Benchmark = {
  name: `an idle worker after ${STEPS - 1} steps, its share of the memory (PSS)`,
  beside: 'a utility process with the same client, idle as well',
  unit: 'MB',
  rounds: 3,
  goals: [{ of: 'ours', atMost: 75 }],
  async setUp() {
    const endpoint = await startTimedEndpoint()
    const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
    for (let step = 0; step < STEPS; step++) writeFileSync(join(folder, `M1-${step}.txt`), 'one line\n')
    const measure = (start: () => Started) => async (): Promise<number> => {
      playBatch(endpoint, { children: 1, steps: STEPS, thinkMs: THINK_MS }, 'cold')
      const { pid, ended } = start()
      await endpoint.called((call) => jobOf(call) !== null && call.body.includes(`call_${STEPS - 2}`))
      await new Promise((resolve) => setTimeout(resolve, THINK_MS / 2))
      const largest = Math.max(...workersOf(pid).map(shareOf))
      await ended
      return largest
    }
    return {
      ours: measure(() => startMuster(['--folder', folder, '--mode', 'auto'], endpoint.baseUrl)),
      bare: measure(() => startBare('parent', endpoint.baseUrl)),
      async [Symbol.asyncDispose]() {
        rmSync(folder, { recursive: true })
        await endpoint[Symbol.asyncDispose]()
      },
    }
  },
}

/** In MB. What several processes share is divided among them. */
function shareOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}
