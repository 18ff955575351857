// `npm run chaos [-- --points 240 --seed 1 --only 17 --at-once 2]`: strikes the app at seeded moments and looks whether a
// result was lost or doubled. Exit code 1 when anything does not hold.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FAULTS } from './faults.ts'
import { play, type Point, type Verdict } from './point.ts'
import { takeDownAll } from './stage.ts'

const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
    /** The number of one point, to repeat it alone. */
    only: { type: 'string' },
    'at-once': { type: 'string', default: '2' },
    /** Machines sleep for seconds instead of a minute. */
    short: { type: 'boolean', default: false },
    /** Where to write how many points held and how many did not. */
    report: { type: 'string' },
  },
})
const seed = Number(values.seed)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    takeDownAll()
    process.exit(1)
  })
}

/** Faults by turns; the first two rounds of the full run take the full time where something sleeps. */
const pointAt = (number: number): Point => {
  const fault = FAULTS[number % FAULTS.length]
  if (!fault) throw new Error('There is no fault to strike with.')
  return { seed: seed * 100_000 + number, fault, isLong: !values.short && number < 2 * FAULTS.length }
}

const numbers =
  values.only === undefined
    ? Array.from({ length: Number(values.points) }, (_, number) => number)
    : [Number(values.only)]
const verdicts = new Map<string, Verdict[]>()
const begun = performance.now()

async function work(): Promise<void> {
  for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
    const point = pointAt(number)
    const verdict = await play(point)
    verdicts.set(point.fault.name, [...(verdicts.get(point.fault.name) ?? []), verdict])
    for (const violation of verdict.violations) {
      process.exitCode = 1
      process.stdout.write(`point ${number} (seed ${seed}), ${point.fault.name}: ${violation}\n`)
    }
  }
}

await Promise.all(Array.from({ length: Number(values['at-once']) }, work))

const sum = (of: (verdict: Verdict) => number, all: readonly Verdict[]): number =>
  all.reduce((total, verdict) => total + of(verdict), 0)
const line = (name: string, all: readonly Verdict[]): string =>
  [
    name.padEnd(40),
    String(all.length).padStart(6),
    String(sum(({ isStruck }) => (isStruck ? 1 : 0), all)).padStart(6),
    String(sum(({ tasks }) => tasks, all)).padStart(6),
    String(sum(({ extent }) => extent.runs, all)).padStart(6),
    String(sum(({ extent }) => extent.completed, all)).padStart(10),
    String(sum(({ violations }) => violations.length, all)).padStart(11),
  ].join(' ')
// Where nothing was completed, nothing was struck, and that nothing is lost says nothing.
if (sum(({ extent }) => extent.completed, [...verdicts.values()].flat()) === 0) process.exitCode = 1
const rows = [...verdicts].map(([name, all]) => line(name, all))
process.stdout.write(
  [
    ['fault'.padEnd(40), 'points', 'struck', ' tasks', '  runs', ' completed', ' violations'].join(' '),
    ...rows,
    line('all', [...verdicts.values()].flat()),
    `seed ${seed}, ${Math.round((performance.now() - begun) / 1_000)} s`,
    '',
  ].join('\n'),
)

if (values.report !== undefined) {
  const all = [...verdicts.values()].flat()
  const failed = all.filter(({ violations }) => violations.length > 0).length
  writeFileSync(values.report, JSON.stringify({ passed: all.length - failed, failed, skipped: 0 }))
}
