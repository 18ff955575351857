/** What is hoped for. A ratio compares us with the bare thing measured in the same run, round by round. */
export type Goal =
  | { readonly of: 'ours' | 'ratio'; readonly atMost: number }
  | { readonly of: 'ratio'; readonly atLeast: number }

/** One thing to measure, each time beside the same thing done with nothing of ours. */
export type Benchmark = {
  readonly name: string
  /** What the bare thing is. */
  readonly beside: string
  readonly unit: 'ms' | '/s' | '×' | 'MB'
  readonly rounds: number
  readonly goals: readonly Goal[]
  /** Makes everything that is not to be measured; it is disposed of at the end. */
  setUp(): Promise<Subject>
}

export type Subject = AsyncDisposable & { readonly ours: Measure; readonly bare: Measure }

/** Does it once and answers with the number. */
export type Measure = () => Promise<number>

export type Result = {
  readonly name: string
  readonly beside: string
  readonly unit: Benchmark['unit']
  readonly ours: readonly number[]
  readonly bare: readonly number[]
  readonly median: { readonly ours: number; readonly bare: number; readonly ratio: number }
  readonly goals: readonly (Goal & { readonly met: boolean })[]
}

/** Ours and bare by turns, so that a busy moment of the machine falls on both; the first round of each does not count. */
export async function runBenchmark(benchmark: Benchmark): Promise<Result> {
  const { name, beside, unit, rounds, goals } = benchmark
  const ours: number[] = []
  const bare: number[] = []
  await using subject = await benchmark.setUp()
  for (let round = 0; round <= rounds; round++) {
    const pair = [await subject.bare(), await subject.ours()] as const
    if (round === 0) continue
    bare.push(pair[0])
    ours.push(pair[1])
  }
  const found = { ours: median(ours), bare: median(bare), ratio: median(ours) / median(bare) }
  return {
    name,
    beside,
    unit,
    ours,
    bare,
    median: found,
    goals: goals.map((goal) => ({ ...goal, met: isMet(goal, found) })),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low = NaN, high = NaN] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return (low + high) / 2
}

const isMet = (goal: Goal, found: Result['median']): boolean =>
  'atMost' in goal ? found[goal.of] <= goal.atMost : found[goal.of] >= goal.atLeast
