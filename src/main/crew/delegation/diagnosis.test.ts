import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { passUntil } from '../../testing/pass-until.ts'
import { createScriptedWorkers } from '../../testing/scripted-worker.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'
import { CHECK_MS, KILL_STEP_MS, MISSED_CHECKS_KILL } from '../runs/policy.ts'

const GOAL = 'Ask and never hear.'

/** A run whose process is there, and does what a test says; the endpoint's key is a secret. */
async function setUp() {
  const clock = createManualClock()
  const { program, workers } = createScriptedWorkers()
  const bench = await openCrew({ clock, program })
  bench.changeKey('sk-very-secret-key')
  const { id } = await bench.say(
    script(call('delegate', { tasks: [{ goal: GOAL }] }), say('At work.'), 'echo'),
  )
  await passUntil(clock, () => expect(workers).toHaveLength(1))
  const run = () => bench.runs(id)[0]
  const ended = () => passUntil(clock, () => expect(run()?.endedAt).not.toBeNull())
  return { bench, clock, id, run, ended, worker: workers[0] }
}

const fileOf = ({ folder }: CrewBench, path: unknown): string =>
  readFileSync(join(folder, String(path)), 'utf8')

test('a run that ended without one model call leaves a file that says what is known', async () => {
  const { bench, clock, run, ended, worker } = await setUp()
  worker?.note({ type: 'beat' })
  worker?.note({ type: 'progress', tool: '', target: '' })
  await passUntil(clock, () => expect(run()?.state).toBe('running'))

  bench.children[0]?.die()
  await ended()

  const { code, details } = run()?.result?.error ?? {}
  expect(code).toBe('worker_lost')
  expect(details?.['diagnostic']).toBe(run()?.transcriptPath.replace(/\.log$/, '.diagnostic.txt'))
  const text = fileOf(bench, details?.['diagnostic'])
  for (const known of [GOAL, 'phase: model', 'progress asks its model', bench.models.baseUrl, 'key: set'])
    expect(text).toContain(known)
  expect(text).toMatch(/system prompt: \d+ bytes/)
  expect(text).not.toContain('very-secret')
})

test('the file of one that never said a word says that, too, and the parent is told where it is', async () => {
  const { bench, clock, id, run, ended } = await setUp()

  await clock.pass((MISSED_CHECKS_KILL + 1) * CHECK_MS + 2 * KILL_STEP_MS)
  await ended()

  const text = fileOf(bench, run()?.result?.error?.details['diagnostic'])
  expect(text).toContain('phase: idle')
  expect(text).toContain('last messages of its process:\nnone')
  await passUntil(clock, () =>
    expect(bench.contents(id).find(({ kind }) => kind === 'delivery')).toMatchObject({
      text: expect.stringContaining('.diagnostic.txt'),
    }),
  )
})

test('a run that a person stopped leaves none', async () => {
  const { bench, run, ended } = await setUp()

  await bench.delegation.stopRun(run()?.id as never, true)
  await ended()

  expect(run()).toMatchObject({ state: 'stopped', result: { error: null } })
})

test('a run whose model answered leaves none', async () => {
  const bench = await openCrew()
  const goal = scripted('Go on.', call('list_files', {}), 'status 400 no')
  const { id } = await bench.say(script(call('delegate', { tasks: [{ goal }] }), say('At work.'), 'echo'))
  await bench.settled(id)

  expect(bench.runs(id)[0]).toMatchObject({ state: 'failed', steps: 1 })
  expect(bench.runs(id)[0]?.result?.error?.details).not.toHaveProperty('diagnostic')
})
