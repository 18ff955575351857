import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transcriptPath } from '../store/workspace/transcript-file.ts'
import {
  addConversation,
  addRun,
  append,
  assistantSays,
  bringToEnd,
  rowOf,
  setToWork,
} from '../testing/ledger-rows.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTemporaryLedger } from '../testing/temporary-ledger.ts'
import { createTranscripts } from './transcripts.ts'

async function setUp(base: string) {
  const place = openTemporaryLedger()
  const { ledger, clock, ids } = place
  const warnings: string[] = []
  const nothing = (): void => undefined
  const transcripts = createTranscripts({
    clock,
    ids,
    logger: { info: nothing, warn: (event) => warnings.push(event), error: (event) => warnings.push(event) },
    redact: (line) => line.replaceAll('secret', '***'),
    targetOf: () => 'target',
    recordsFolder: () => base,
    runsOf: (id) => ledger.query.runs.ofDelegation(id),
  })
  const run = await setToWork(ledger, await addRun(place, await addConversation(place)))
  transcripts.open([run])
  const say = async (text: string): Promise<void> =>
    transcripts.entry(rowOf(ledger, run), await append(ledger, run, assistantSays(text)))
  const end = async (): Promise<void> => {
    transcripts.end((await bringToEnd(ledger, run)).run)
    await transcripts[Symbol.asyncDispose]()
  }
  const path = join(base, transcriptPath(run.delegationId, run.taskIndex))
  return { say, end, run, warnings, path, transcripts, ledger }
}

test('a run can be followed from its goal to its end', async () => {
  const { say, end, run, path, warnings } = await setUp(temporaryFolder())

  await say('counting')
  await end()

  const text = readFileSync(path, 'utf8')
  expect(text).toContain(run.task.goal)
  expect(text).toMatch(/\d\d:\d\d:\d\d assistant \| counting/)
  expect(text).toContain('final | completed (completed)')
  expect(warnings).toEqual([])
})

test('secrets stay out of it', async () => {
  const { say, end, path } = await setUp(temporaryFolder())

  await say('the secret is out')
  await end()

  expect(readFileSync(path, 'utf8')).not.toContain('secret')
})

test('a place that takes no files silences the transcript, never the run', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a file'), '')
  const { say, end, warnings } = await setUp(join(folder, 'a file', 'below'))

  await say('counting')
  await end()

  expect(warnings.length).toBeGreaterThan(0)
})

test('a folder that a person has removed is not made again', async () => {
  const folder = temporaryFolder()
  const base = join(folder, 'gone')
  const place = openTemporaryLedger()
  const { ledger, clock, ids } = place
  const transcripts = createTranscripts({
    clock,
    ids,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    redact: (line) => line,
    targetOf: () => '',
    recordsFolder: () => base,
    runsOf: (id) => ledger.query.runs.ofDelegation(id),
  })
  const run = { ...(await addRun(place, await addConversation(place))), folder: base }

  transcripts.open([run])
  await transcripts[Symbol.asyncDispose]()

  expect(existsSync(base)).toBe(false)
  rmSync(folder, { recursive: true })
})
