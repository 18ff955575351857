import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { eventually, openCrew, type CrewBench, type CrewParts } from '../../testing/crew-bench.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { passUntil } from '../../testing/pass-until.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'
import type { Ledger } from '../../store/ledger/open-ledger.ts'

const hanging = { goal: scripted('Hang.', [say('so far'), 'gate never']) }
const quick = { goal: scripted('Be quick.', say('quick')) }
const delegating = (...tasks: readonly object[]): string =>
  script(call('delegate', { tasks }), say('At work.'), 'echo')

const isWriting = (bench: CrewBench, id: ConversationId, index = 0): Promise<void> =>
  eventually(() => expect(bench.seen(id, index)).toBe('so far'))

/** It had an effect outside, as far as the ledger knows. */
async function markEffect({ ledger, runs }: CrewBench, id: ConversationId, index = 0): Promise<void> {
  const row = ledger.query.runs.find(runs(id)[index]?.id as never)
  expect(row && (await ledger.delegations.markSideEffect(row))).toBe(true)
}

/** The results as their parent reads them. */
const delivered = (bench: CrewBench, id: ConversationId): string =>
  bench
    .contents(id)
    .flatMap((content) => (content.kind === 'delivery' ? [content.text] : []))
    .join('\n')

async function takeResults(bench: CrewBench, id: ConversationId): Promise<string> {
  await bench.conversations.continue(id)
  await bench.settled(id)
  return delivered(bench, id)
}

test('a run that had an effect when the app went is interrupted, and says all that can still be seen of it', async () => {
  const bench = await openCrew()
  execFileSync('git', ['init', '--quiet', '--initial-branch=harbour'], { cwd: bench.folder })
  writeFileSync(join(bench.folder, 'boats.txt'), 'three')
  const { id } = await bench.say(delegating(hanging))
  await isWriting(bench, id)
  await markEffect(bench, id)
  bench.crash()

  const next = await bench.restart()
  await eventually(() => expect(next.runs(id).every(({ endedAt }) => endedAt !== null)).toBe(true))

  expect(next.runs(id)[0]).toMatchObject({
    state: 'interrupted',
    exitReason: 'interrupted',
    result: {
      evidence: {
        lastState: 'running',
        transcriptTail: expect.stringContaining('# goal: Hang.'),
        git: { branch: 'harbour' },
      },
    },
  })
  expect(next.runs(id)[0]?.result?.evidence?.git?.changedFiles).toBeGreaterThan(0)
  const text = await takeResults(next, id)
  expect(text).toContain('went away while it was running')
  expect(text).toContain('branch harbour')
  expect(text).toContain('# goal: Hang.')
})

test('children recorded as done keep their results when the app goes, the others say that nobody saw them end', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(delegating(quick, hanging, quick))
  await isWriting(bench, id, 1)
  await eventually(() =>
    expect(bench.runs(id).map(({ state }) => state)).toEqual(['completed', 'running', 'completed']),
  )
  await markEffect(bench, id, 1)
  bench.crash()

  const next = await bench.restart()
  await eventually(() => expect(next.runs(id).every(({ endedAt }) => endedAt !== null)).toBe(true))

  expect(next.runs(id)).toMatchObject([
    { state: 'completed', result: { summary: 'quick', evidence: null } },
    { state: 'interrupted' },
    { state: 'completed', result: { summary: 'quick', evidence: null } },
  ])
  expect(await takeResults(next, id)).toMatch(/quick.*went away.*quick/s)
})

test('a crash while a result is written keeps why the run ended, and its error', async () => {
  let isStuck = true
  const bench = await openCrew({
    spoil: withFinish((finish) => (isStuck ? new Promise(() => undefined) : finish())),
  })
  const { id } = await bench.say(
    delegating({ goal: scripted('Fail.', [say('seen'), call('list_files', {})], 'status 400 no') }),
  )
  await eventually(() =>
    expect(bench.runs(id)[0]).toMatchObject({ state: 'finalizing', exitReason: 'error' }),
  )
  bench.crash()
  isStuck = false

  const next = await bench.restart()
  await eventually(() => expect(next.runs(id).every(({ endedAt }) => endedAt !== null)).toBe(true))

  expect(next.runs(id)[0]).toMatchObject({
    state: 'failed',
    exitReason: 'error',
    result: { error: { code: 'model_rejected' }, evidence: null },
  })
})

test('a run whose end cannot be written is ended as soon as it can, whatever the fault was', async () => {
  const clock = createManualClock()
  let faults = 3
  const bench = await openCrew({
    clock,
    spoil: withFinish((finish) =>
      faults-- > 0 ? Promise.reject(new Error('database is locked')) : finish(),
    ),
  })
  const { id } = await bench.say(delegating(quick))

  await passUntil(clock, () => expect(bench.runs(id)).toMatchObject([{ state: 'completed' }]))

  expect(bench.runs(id)[0]?.result?.summary).toBe('quick')
  expect(bench.errors.splice(0)).toEqual(Array(3).fill(expect.stringContaining('database is locked')))
})

test('a run whose end cannot be written holds no start up, and is ended when it can', async () => {
  let isStuck = true
  const bench = await openCrew({
    spoil: withFinish((finish) => (isStuck ? Promise.reject(new Error('database is locked')) : finish())),
  })
  const { id } = await bench.say(delegating(hanging))
  await isWriting(bench, id)
  await markEffect(bench, id)
  bench.crash()

  const next = await bench.restart()
  expect(next.runs(id)[0]).toMatchObject({ state: 'finalizing', exitReason: 'interrupted' })
  isStuck = false
  await eventually(() => expect(next.runs(id)[0]?.state).toBe('interrupted'))

  expect(next.errors.splice(0).length).toBeGreaterThan(0)
}, 20_000)

test('a run whose last words cannot be kept ends all the same', async () => {
  const bench = await openCrew({
    spoil: (ledger) => ({
      ...ledger,
      journal: {
        ...ledger.journal,
        append: (line) =>
          line.content.kind === 'interrupted' ? Promise.reject(new Error('no')) : ledger.journal.append(line),
      },
    }),
  })
  const { id } = await bench.say(delegating(hanging))
  await isWriting(bench, id)

  bench.children[0]?.die()
  await bench.settled(id)

  expect(bench.runs(id)[0]).toMatchObject({ state: 'failed', result: { summary: 'so far' } })
  expect(bench.errors.splice(0)).toEqual([expect.stringContaining('run.last_words_unwritten')])
})

test('a run whose journal cannot be read ends all the same, with what is known without it', async () => {
  let isBroken = false
  const bench = await openCrew({
    spoil: (ledger) => ({
      ...ledger,
      query: {
        ...ledger.query,
        entries: {
          ...ledger.query.entries,
          branch(head, limit) {
            if (!isBroken || limit !== undefined) return ledger.query.entries.branch(head, limit)
            isBroken = false
            throw new Error('a body is missing')
          },
        },
      },
    }),
  })
  const { id } = await bench.say(delegating(hanging))
  await isWriting(bench, id)
  await eventually(() => expect(bench.conversation(id).turn).toBe('idle'))
  isBroken = true
  await bench.delegation.stopAll(id)
  await bench.settled(id)

  expect(bench.runs(id)).toMatchObject([{ state: 'stopped', result: { summary: 'so far', steps: 0 } }])
  expect(bench.errors.splice(0).join()).toContain('run.journal_unreadable')
})

/** A ledger whose last write of a run is in the way of a fault. */
const withFinish =
  (wrap: <T>(finish: () => Promise<T>) => Promise<T>): NonNullable<CrewParts['spoil']> =>
  (ledger: Ledger) => ({
    ...ledger,
    delegations: {
      ...ledger.delegations,
      finish: (...args) => wrap(() => ledger.delegations.finish(...args)),
    },
  })

/** The records of the one run that there was. */
function recordsOf({ folder, runs }: CrewBench, id: ConversationId) {
  const transcript = join(folder, runs(id)[0]?.transcriptPath ?? '')
  return { transcript, manifest: join(transcript, '../manifest.json') }
}

test('the end of a run that the app had no time to write into its records is written at the next start', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(delegating(quick))
  await bench.settled(id)
  const { transcript, manifest } = recordsOf(bench, id)
  await eventually(() => expect(readFileSync(manifest, 'utf8')).toContain('"state": "completed"'))
  await eventually(() => expect(readFileSync(transcript, 'utf8')).toContain('final | completed'))
  const [wholeManifest, wholeTranscript] = [readFileSync(manifest, 'utf8'), readFileSync(transcript, 'utf8')]
  bench.crash()
  writeFileSync(manifest, wholeManifest.replace('"state": "completed"', '"state": "running"'))
  writeFileSync(transcript, wholeTranscript.replace(/^.*final \| .*\n/m, ''))

  await bench.restart()

  await eventually(() => expect(readFileSync(manifest, 'utf8')).toBe(wholeManifest))
  await eventually(() => expect(readFileSync(transcript, 'utf8')).toContain('final | completed'))
})

test('records that somebody removed are not made again at a start', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(delegating(quick))
  await bench.settled(id)
  const { manifest } = recordsOf(bench, id)
  await eventually(() => expect(readFileSync(manifest, 'utf8')).toContain('"state": "completed"'))
  bench.crash()
  rmSync(join(bench.folder, '.muster'), { recursive: true })

  const next = await bench.restart()
  await next.say(say('hello'))

  expect(existsSync(join(bench.folder, '.muster'))).toBe(false)
})
