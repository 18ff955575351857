import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { processStart } from '../../outside/shell/process-identity.ts'
import { SECOND, systemClock } from '../../platform/clock.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { createRealWorkers } from '../../testing/real-workers.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

/** Writes down its own id, and does not mind being asked to end. */
const DEAF = `trap "" TERM; echo $$ > pid; while :; do sleep 0.1; done`

type Scene = {
  readonly name: string
  readonly tasks: readonly object[]
  /** States of its runs once it is in its phase; the first is the one that is stopped. */
  readonly states: readonly string[]
  readonly isThere?: (bench: CrewBench, id: ConversationId) => void
  readonly limit?: number
  /** Its worker stands still from its first moment. */
  readonly isFrozen?: boolean
}

const hanging = { goal: scripted('Hang.', [say('so far'), 'gate never']) }
const silent = { goal: scripted('Hang.', ['gate never']) }
const running = (command: string) => ({ goal: scripted('Run it.', call('shell', { command }), say('x')) })
const handing = (task: object) => ({
  goal: scripted('Hand it on.', call('delegate', { tasks: [task], wait: true }), say('x')),
})
const hasSpoken = ({ seen }: CrewBench, id: ConversationId): void => expect(seen(id)).toBe('so far')
const hasBegun = ({ folder }: CrewBench): void => expect(existsSync(join(folder, 'pid'))).toBe(true)
const isAsking = ({ models }: CrewBench): void => expect(models.calls.length).toBeGreaterThan(2)

const SCENES: readonly Scene[] = [
  { name: 'while it starts, and stands still', tasks: [silent], states: ['starting'], isFrozen: true },
  { name: 'before the first token', tasks: [silent], states: ['running'], isThere: isAsking },
  { name: 'while it streams', tasks: [hanging], states: ['running'], isThere: hasSpoken },
  {
    name: 'in a command that ignores SIGTERM',
    tasks: [running(DEAF)],
    states: ['running'],
    isThere: hasBegun,
  },
  {
    name: 'in a command that left its group and session',
    tasks: [running(`setsid sh -c '${DEAF}' & wait`)],
    states: ['running'],
    isThere: hasBegun,
  },
  {
    name: 'in a command that forked twice and left',
    tasks: [running(`(setsid sh -c '${DEAF}' >/dev/null 2>&1 &) ; sleep 600`)],
    states: ['running'],
    isThere: hasBegun,
  },
  {
    name: 'in a command of its grandchild',
    tasks: [handing(running(DEAF))],
    states: ['running', 'running'],
    isThere: hasBegun,
  },
  { name: 'while it waits for an approval', tasks: [running('true')], states: ['waiting'] },
  { name: 'while it waits for a place', tasks: [silent, silent], states: ['queued', 'running'], limit: 1 },
  {
    name: 'behind an open breaker',
    tasks: [{ goal: scripted('Pay.', 'status 402 add credits') }],
    states: ['waiting'],
  },
  {
    name: 'while it waits for its own children',
    tasks: [handing(hanging)],
    states: ['running', 'running'],
    isThere: isAsking,
  },
]

async function reach(scene: Scene) {
  const workers = createRealWorkers()
  const bench = await openCrew({
    delegation: { maxConcurrentRuns: scene.limit ?? 4 },
    launch(options) {
      const child = workers.launch(options)
      if (scene.isFrozen && child.pid !== undefined) process.kill(child.pid, 'SIGSTOP')
      return child
    },
  })
  const { id } = await bench.say(
    script(call('delegate', { tasks: scene.tasks }), say('At work.'), say('end')),
  )
  if (scene.isThere === hasBegun) await allow(bench)
  const { isThere } = scene
  await eventually(() => {
    expect(
      bench
        .runs(id)
        .map(({ state }) => state)
        .sort(),
    ).toEqual([...scene.states].sort())
    isThere?.(bench, id)
  })
  const first = bench.runs(id).find(({ state }) => state === scene.states[0])
  if (!first) throw new Error('no run')
  return { bench, id, workers, runId: first.id }
}

async function allow({ desk }: CrewBench): Promise<void> {
  await eventually(() => expect(desk.pending()).toHaveLength(1))
  for (const { id, hash } of desk.pending())
    await desk.answer({ approvalId: id, hash, allow: true, scope: 'once', note: '' })
}

/** Processes of a bench that still run: its workers, and what their commands wrote down. */
async function left({ folder }: CrewBench, pids: readonly number[]): Promise<number[]> {
  const file = join(folder, 'pid')
  const all = existsSync(file) ? [...pids, Number(readFileSync(file, 'utf8'))] : pids
  const starts = await Promise.all(all.map(processStart))
  return all.filter((_, index) => starts[index] !== null)
}

describe.each([
  ['asked to stop', false, 10 * SECOND],
  ['killed', true, 5 * SECOND],
] as const)('a run that is %s', (_how, now, withinMs) => {
  test.each(SCENES)(
    'leaves nothing behind $name',
    async (scene) => {
      const { bench, id, workers, runId } = await reach(scene)
      const begun = systemClock.elapsed()

      await bench.delegation.stopRun(runId, now)
      const isOver = (): boolean => bench.runs(id).every(({ endedAt }) => endedAt !== null)
      if (scene.limit === 1) await bench.delegation.stopAll(id)
      await eventually(() => expect(isOver()).toBe(true))
      await expect.poll(() => left(bench, workers.pids), { timeout: withinMs }).toEqual([])

      expect(systemClock.elapsed() - begun).toBeLessThan(withinMs)
      expect(bench.runs(id).map(({ state }) => state)).toEqual(scene.states.map(() => 'stopped'))
      await eventually(() => expect(bench.ledger.query.processes.ofRun(runId)).toEqual([]))
      expect(bench.desk.pending()).toEqual([])
    },
    30_000,
  )
})
