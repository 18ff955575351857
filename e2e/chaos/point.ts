import { seeded } from '../../src/main/testing/seeded.ts'
import { batchFrom } from './batch.ts'
import type { Fault } from './faults.ts'
import { extentOf, judge, type Extent } from './oracle.ts'
import { settle, setStage, standingOf, type MainProcess, type Stage } from './stage.ts'

/** A point of a chaos run: one batch, struck once. The same seed is the same batch, fault and moment. */
export type Point = { readonly seed: number; readonly fault: Fault; readonly isLong: boolean }

export type Verdict = {
  /** What does not hold; empty: all is well. */
  readonly violations: readonly string[]
  /** Whether work was going on, and the fault found what it strikes. */
  readonly isStruck: boolean
  /** Tasks that were asked for. */
  readonly tasks: number
  /** How many of them became runs before the end, and how many of these were completed. */
  readonly extent: Extent
  readonly seconds: number
}

/** So long without a request a batch is at its end, or sticks; then it is struck where it is. */
const QUIET_MS = 3_000

/** A moment is some milliseconds after some request: so it falls into the midst of the work, however fast the machine is. */
const STRIKE_WITHIN_MS = 400

/** Plays one point to its end: strikes, starts the app again if it is gone, lets all come to rest, and judges. */
export async function play({ seed, fault, isLong }: Point): Promise<Verdict> {
  const begun = performance.now()
  const random = seeded(seed)
  const jobs = batchFrom(random)
  const tasks = jobs.flatMap((job) => job.tasks)
  await using stage = await setStage({ smallDisk: fault.onSmallDisk === true })
  let isStruck = false
  const violations = await playOn(stage, async () => {
    const main = await stage.start()
    for (const { text } of jobs) await main.ask({ ask: 'say', folder: stage.folder, text })
    await untilAsked(stage.models.calls, random.below(2 * tasks.length + 4))
    await wait(random.below(STRIKE_WITHIN_MS))
    const { live } = await standingOf(main)
    isStruck = (await fault.strike({ stage, main, random, isLong })) && live > 0
    const last = (await isGone(main)) ? await stage.start(fault.clockMoves?.(random)) : main
    await settle(last)
    await leave(last)
    await untilNobodyWorks(stage)
    const wrong = judge({ ...stage, tasks, alive: stage.alive(), requests: stage.models.calls })
    return fault.sparesWork ? [...wrong, ...whatIsMissing(tasks.length, extentOf(stage))] : wrong
  })
  const extent = extentOf(stage)
  const seconds = (performance.now() - begun) / 1_000
  return { violations, isStruck, tasks: tasks.length, extent, seconds }
}

/** What goes wrong on the way is a violation, too, with the last that the app said. */
async function playOn(stage: Stage, way: () => Promise<string[]>): Promise<string[]> {
  try {
    return await way()
  } catch (thrown) {
    return [`${String(thrown)}; main said: ${stage.said().slice(-600)}`]
  }
}

const whatIsMissing = (tasks: number, { completed }: Extent): string[] =>
  completed === tasks ? [] : [`only ${completed} of ${tasks} tasks were completed`]

/** Resolves with request number `count`, or when none has come for a while. */
async function untilAsked(calls: ArrayLike<unknown>, count: number): Promise<void> {
  let seen = calls.length
  let since = performance.now()
  while (calls.length < count && performance.now() - since < QUIET_MS) {
    await wait(10)
    if (calls.length !== seen) since = performance.now()
    seen = calls.length
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const isGone = ({ gone }: MainProcess): Promise<boolean> =>
  Promise.race([gone.then(() => true), wait(50).then(() => false)])

async function leave({ pid, gone }: MainProcess): Promise<void> {
  process.kill(pid, 'SIGTERM')
  await Promise.race([gone, wait(10_000)])
}

async function untilNobodyWorks(stage: Stage): Promise<void> {
  for (let tries = 0; tries < 60 && stage.alive().length > 0; tries++) await wait(100)
}
