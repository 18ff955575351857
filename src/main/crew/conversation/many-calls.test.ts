import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectWarnings } from '../../testing/collect-warnings.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const MANY = 40
const many = (make: (index: number) => string): string[] => Array.from({ length: MANY }, (_, at) => make(at))

/** Calls that read, all of one answer: files one by one, and searches, which are processes of their own. */
const readings = many((at) =>
  at % 2 === 0
    ? call('read_file', { path: `f${at}.txt` })
    : call('grep_files', { pattern: `word ${at}$`, path: '.' }),
)

function fill({ folder }: CrewBench): void {
  mkdirSync(folder, { recursive: true })
  many((at) => {
    writeFileSync(join(folder, `f${at}.txt`), `word ${at}\n`)
    writeFileSync(join(folder, `.env${at}`), 'KEY=1\n')
    return ''
  })
}

test('an answer with forty calls that read warns of nothing', async () => {
  const warnings = collectWarnings()
  const bench = await openCrew()
  fill(bench)

  const { id } = await bench.say(script(readings, say('done')))
  await bench.settled(id)

  const results = bench.contents(id).filter(({ kind }) => kind === 'tool_result')
  expect(results).toHaveLength(MANY)
  expect(results.every((result) => 'ok' in result && result.ok)).toBe(true)
  expect(warnings).toEqual([])
})

test('nor does one of a sub-agent', async () => {
  const warnings = collectWarnings()
  const bench = await openCrew()
  fill(bench)

  const task = { goal: scripted('Read.', readings, say('read all')) }
  const { id } = await bench.say(script(call('delegate', { tasks: [task] }), say('At work.'), 'echo'))
  await bench.settled(id)

  expect(bench.runs(id)).toMatchObject([{ state: 'completed', result: { summary: 'read all' } }])
  expect(warnings).toEqual([])
})

test.each(['the agent', 'a sub-agent'])(
  'forty questions of %s wait for a person, and a stop takes them all back',
  async (who) => {
    const warnings = collectWarnings()
    const bench = await openCrew()
    fill(bench)
    const asking = many((at) => call('read_file', { path: `.env${at}` }))
    const steps =
      who === 'the agent'
        ? [asking]
        : [call('delegate', { tasks: [{ goal: scripted('Ask.', asking) }], wait: true }), say('over')]

    const { id } = await bench.say(script(...steps))
    await eventually(() => expect(bench.desk.pending()).toHaveLength(MANY))
    await bench.stopEverything(id)

    await eventually(() => expect(bench.desk.pending()).toEqual([]))
    await eventually(() => expect(bench.conversation(id)).toMatchObject({ turn: 'idle', liveRuns: 0 }))
    expect(warnings).toEqual([])
  },
)
