import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ApprovalView } from '../../../shared/approval.ts'
import type { RunView } from '../../../shared/delegation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { HOUR, SECOND } from '../../platform/clock.ts'
import { openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { passUntil } from '../../testing/pass-until.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'
import { GIVE_BACK_MS } from './policy.ts'

type Scene = CrewBench & { readonly clock: ManualClock; readonly id: ConversationId }

const writing = {
  goal: scripted(
    'Write.',
    [say('first'), call('list_files', {})],
    call('write_file', { path: 'new.txt', content: 'x' }),
    say('written'),
  ),
}
const refused = {
  goal: scripted('Say it.', call('list_files', {}), ['first 1 status 402 add credits', say('paid')]),
}

const run = (bench: CrewBench, id: ConversationId): RunView => {
  const [first] = bench.runs(id)
  if (!first) throw new Error('no run')
  return first
}
const rowOf = (bench: CrewBench, id: ConversationId) => bench.ledger.query.runs.find(run(bench, id).id)

async function waiting(task: object, maxConcurrentRuns = 4): Promise<Scene> {
  const clock = createManualClock()
  const bench = await openCrew({ clock, delegation: { maxConcurrentRuns } })
  const { id } = await bench.say(script(call('delegate', { tasks: [task] }), say('At work.'), 'echo'))
  await passUntil(clock, () => expect(run(bench, id).state).toBe('waiting'))
  await passUntil(clock, () => expect(bench.conversation(id).turn).toBe('idle'))
  return { ...bench, clock, id }
}

/** It waited long enough, and its process has left. */
async function givenBack(scene: Scene): Promise<void> {
  await scene.clock.pass(GIVE_BACK_MS)
  await passUntil(scene.clock, () =>
    expect(rowOf(scene, scene.id)).toMatchObject({ state: 'waiting', bootId: null }),
  )
  await passUntil(scene.clock, () => expect(scene.children[0]?.pid).toBeUndefined())
}
const settled = ({ clock, ...bench }: Scene, id: ConversationId): Promise<void> =>
  passUntil(clock, () =>
    expect(bench.conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 0, pendingDeliveries: 0 }),
  )

const yes = (bench: CrewBench): Promise<void> => {
  const [asked] = bench.desk.pending() as [ApprovalView]
  return bench.desk.answer({ approvalId: asked.id, hash: asked.hash, allow: true, scope: 'once', note: '' })
}

test('a run that waits for a person keeps its process for ten minutes, not a moment longer', async () => {
  const scene = await waiting(writing)

  await scene.clock.pass(GIVE_BACK_MS - 5 * SECOND)
  expect(rowOf(scene, scene.id)?.bootId).toBe(scene.ledger.bootId)
  await givenBack(scene)

  expect(scene.desk.pending()).toHaveLength(1)
  expect(scene.conversation(scene.id)).toMatchObject({ needsYou: 1, liveRuns: 1 })
})

test('an answer within that time finds the process that asked', async () => {
  const scene = await waiting(writing)
  await scene.clock.pass(GIVE_BACK_MS - 5 * SECOND)

  await yes(scene)
  await settled(scene, scene.id)

  expect(run(scene, scene.id)).toMatchObject({ state: 'completed', attempt: 1 })
  expect(scene.children).toHaveLength(1)
})

test('a later answer queues it again, and it goes on from its journal as another attempt', async () => {
  const scene = await waiting(writing)
  await givenBack(scene)

  await yes(scene)
  await settled(scene, scene.id)

  expect(run(scene, scene.id)).toMatchObject({
    state: 'completed',
    attempt: 2,
    steps: 3,
    result: { summary: 'written' },
  })
  expect(rowOf(scene, scene.id)?.restarts).toBe(0)
  expect(existsSync(join(scene.folder, 'new.txt'))).toBe(true)
  expect(scene.desk.pending()).toEqual([])
})

test('a question survives a restart, and an answer to it never comes too late', async () => {
  const scene = await waiting(writing)
  await givenBack(scene)
  await scene.quit()

  const next = { ...(await scene.restart()), clock: scene.clock, id: scene.id }
  await next.clock.pass(48 * HOUR)
  expect(next.desk.pending()).toHaveLength(1)
  await yes(next)
  await passUntil(next.clock, () => expect(next.conversation(next.id).liveRuns).toBe(0))

  expect(run(next, next.id)).toMatchObject({ state: 'completed', attempt: 2, result: { summary: 'written' } })
}, 30_000)

test('a run without a process can be stopped, and what it did comes back', async () => {
  const scene = await waiting(writing)
  await givenBack(scene)

  await scene.delegation.stopAll(scene.id)
  await settled(scene, scene.id)

  expect(run(scene, scene.id)).toMatchObject({ state: 'stopped', result: { summary: 'first', steps: 2 } })
  expect(scene.desk.pending()).toEqual([])
  expect(existsSync(join(scene.folder, 'new.txt'))).toBe(false)
})

test('a stop that comes while the process is given back is not lost', async () => {
  const scene = await waiting(writing)
  await scene.clock.pass(GIVE_BACK_MS - 1)
  scene.clock.advance(1)

  await scene.delegation.stopAll(scene.id)
  await settled(scene, scene.id)

  expect(run(scene, scene.id)).toMatchObject({ state: 'stopped', attempt: 1 })
  expect(scene.desk.pending()).toEqual([])
})

test('one that was asked to stop keeps its process to the end', async () => {
  const scene = await waiting(writing)
  await scene.clock.pass(GIVE_BACK_MS - 1)

  const stopping = scene.delegation.stopAll(scene.id)
  scene.clock.advance(1)
  await stopping
  await settled(scene, scene.id)

  expect(run(scene, scene.id)).toMatchObject({ state: 'stopped', attempt: 1 })
})

test('a run behind a breaker gives its process back, too, and goes on when the breaker closes', async () => {
  const scene = await waiting(refused)
  await givenBack(scene)
  expect(scene.breakers.open()).toMatchObject([{ waiting: { runs: 1 } }])

  for (const breaker of scene.breakers.open()) scene.breakers.resume(breaker.id)
  await settled(scene, scene.id)

  expect(run(scene, scene.id)).toMatchObject({ state: 'completed', attempt: 2, result: { summary: 'paid' } })
})

test('one that is stopped behind a breaker waits there no longer, though its process is long gone', async () => {
  const scene = await waiting(refused)
  await givenBack(scene)

  await scene.delegation.stopAll(scene.id)
  await settled(scene, scene.id)

  expect(run(scene, scene.id).state).toBe('stopped')
  expect(scene.breakers.open()).toEqual([])
})

test('a run that comes back goes before those that have not begun', async () => {
  const scene = await waiting(writing, 1)
  await givenBack(scene)
  const tasks = ['a', 'b'].map((name) => ({ goal: scripted('Wait.', [`gate ${name}`, say(name)]) }))
  await scene.conversations.send(scene.id, script(call('delegate', { tasks }), say('More.'), 'echo'))
  await passUntil(scene.clock, () =>
    expect(scene.runs(scene.id).map(({ state }) => state)).toEqual(['waiting', 'running', 'queued']),
  )

  await yes(scene)
  scene.models.gates.open('a')
  await passUntil(scene.clock, () => expect(run(scene, scene.id).state).toBe('completed'))
  await passUntil(scene.clock, () => expect(scene.runs(scene.id)[2]?.state).toBe('running'))

  const begun = scene.runs(scene.id).map(({ startedAt }) => startedAt)
  expect(begun[2]).toBeGreaterThanOrEqual(run(scene, scene.id).endedAt ?? Infinity)
  scene.models.gates.open('b')
  await settled(scene, scene.id)
})

test('what is below a run that waits goes on, and its results are there when it comes back', async () => {
  const scene = await waiting({
    goal: scripted(
      'Hand on, then write.',
      call('delegate', { tasks: [{ goal: scripted('Slow.', ['gate below', say('from below')]) }] }),
      call('write_file', { path: 'new.txt', content: 'x' }),
      'echo',
    ),
  })
  await givenBack(scene)
  expect(scene.runs(scene.id)[1]?.state).toBe('running')
  scene.models.gates.open('below')
  await passUntil(scene.clock, () => expect(scene.runs(scene.id)[1]?.state).toBe('completed'))
  expect(run(scene, scene.id).state).toBe('waiting')

  await yes(scene)
  await settled(scene, scene.id)

  expect(run(scene, scene.id).result?.summary).toContain('from below')
})
