// `npm run bench [-- <part of a name> …]`: each figure beside the bare thing, and whether its goal is met.

import { buildBarePrograms } from './bare-programs.ts'
import { runBenchmark, type Result } from './benchmark.ts'
import { childRequest, children, warmChildren, warmChildRequest } from './children.ts'
import { deltas } from './deltas.ts'
import { firstRequest } from './first-request.ts'
import { hardKill, stop, stopFrozen } from './kill.ts'
import { launch } from './launch.ts'
import { memory } from './memory.ts'
import { conditions, keepReport, tableOf } from './report.ts'
import { glob, grep } from './search.ts'
import { stepGrowth, stepOverhead } from './steps.ts'
import { streams } from './streams.ts'
import { transitions } from './transitions.ts'

const BENCHMARKS = [
  launch,
  firstRequest,
  childRequest,
  warmChildRequest,
  children,
  warmChildren,
  streams,
  memory,
  stepOverhead,
  stepGrowth,
  deltas,
  transitions,
  grep,
  glob,
  stop,
  stopFrozen,
  hardKill,
]

const wanted = process.argv.slice(2)
const chosen = BENCHMARKS.filter(({ name }) => wanted.every((part) => name.includes(part)))

const before = conditions()
await buildBarePrograms()
const results: Result[] = []
for (const benchmark of chosen) {
  process.stderr.write(`  ${benchmark.name} (beside ${benchmark.beside}) …\n`)
  try {
    results.push(await runBenchmark(benchmark))
  } catch (error) {
    process.exitCode = 1 // what cannot be measured is broken; the others are still worth knowing
    process.stderr.write(`  ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
const file = keepReport(before, results)
process.stdout.write(`\n${tableOf(results)}\n\n`)
process.stdout.write(
  `Medians, by turns, on ${before.processor} with ${before.cores} cores. All of it: ${file}\n`,
)
