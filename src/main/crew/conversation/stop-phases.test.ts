import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { randomIds } from '../../platform/ids.ts'
import { eventually, openCrew, type CrewBench } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

/** Where a turn stands when it is stopped. `steps`: its script; `isThere` holds once it has come so far. */
type Phase = {
  readonly name: string
  readonly steps: readonly (string | readonly string[])[]
  readonly isThere: (bench: CrewBench, id: ConversationId) => void
}

const hasAsked = ({ models }: CrewBench): void => expect(models.calls).not.toHaveLength(0)
const begun = ({ folder }: CrewBench): void => expect(existsSync(join(folder, 'begun'))).toBe(true)
const hanging = { goal: scripted('Hang.', 'gate never') }

const PHASES: readonly Phase[] = [
  { name: 'before the first byte', steps: ['gate never'], isThere: hasAsked },
  { name: 'after the headers', steps: [['think hm', 'gate never']], isThere: hasAsked },
  {
    name: 'in the middle of the answer',
    steps: [[say('so far'), 'gate never']],
    isThere: ({ contents, conversations }, id) => {
      expect(contents(id)).toHaveLength(1)
      expect(conversations.open(id).partial.text).toBe('so far')
    },
  },
  {
    name: 'in the middle of a call',
    steps: [[call('list_files', {}), 'gate never']],
    isThere: hasAsked,
  },
  {
    name: 'in a command that ignores being asked to end',
    steps: [call('shell', { command: 'trap "" TERM; touch begun; while :; do sleep 0.1; done' }), say('x')],
    isThere: begun,
  },
  {
    name: 'while it waits for an approval',
    steps: [call('write_file', { path: 'AGENTS.md', content: 'x' }), say('x')],
    isThere: ({ desk }) => expect(desk.pending()).toHaveLength(1),
  },
  {
    name: 'in the pause before it asks again',
    steps: ['status 503 retry-after 50'],
    isThere: ({ events }) => expect(events.some(({ type }) => type === 'model.paused')).toBe(true),
  },
  {
    name: 'behind an open breaker',
    steps: ['status 402 add credits'],
    isThere: ({ breakers }) => expect(breakers.open()).toHaveLength(1),
  },
  {
    name: 'while it waits for its sub-agents',
    steps: [call('delegate', { tasks: [hanging], wait: true }), say('x')],
    isThere: (bench, id) => expect(bench.runs(id)).toMatchObject([{ state: 'running' }]),
  },
]

async function reach({ steps, isThere }: Phase) {
  const bench = await openCrew({ permissions: { fullModeEnabled: true } })
  const { id } = await bench.conversations.create(bench.folder)
  await bench.conversations.setMode(id, 'full')
  await bench.conversations.send(id, script(...steps))
  await eventually(() => isThere(bench, id))
  return { bench, id }
}

test.each(PHASES)(
  'a turn that is stopped $name ends soon, whole, and answers the next message',
  async (phase) => {
    const { bench, id } = await reach(phase)
    const begunAt = performance.now()

    await bench.stopEverything(id)

    expect(performance.now() - begunAt).toBeLessThan(8_000)
    expect(bench.conversation(id)).toMatchObject({ turn: 'idle', failure: null, needsYou: 0 })
    await eventually(() => expect(bench.conversation(id).liveRuns).toBe(0))
    const entries = bench.contents(id)
    const asked = entries.flatMap((each) => (each.kind === 'assistant' ? each.toolCalls : []))
    const answered = entries.flatMap((each) => (each.kind === 'tool_result' ? [each.callId] : []))
    expect(answered.toSorted()).toEqual(asked.map((each) => each.id).toSorted())

    const word = randomIds.next('token')
    await bench.conversations.send(id, script(say(word)))
    await eventually(() => expect(bench.contents(id).at(-1)).toMatchObject({ kind: 'assistant', text: word }))
    await bench.settled(id)
  },
)

test.each(PHASES)(
  'and so does one with messages behind it, which are answered in their order: $name',
  async (phase) => {
    const { bench, id } = await reach(phase)
    const words = [randomIds.next('token'), randomIds.next('token')]
    for (const word of words) await bench.conversations.send(id, script(say(word)))

    await bench.conversations.stop(id)
    await bench.delegation.stopAll(id)

    const answers = (): string[] =>
      bench
        .contents(id)
        .flatMap((each) => (each.kind === 'assistant' && each.toolCalls.length === 0 ? [each.text] : []))
    await eventually(() => expect(answers().filter((text) => words.includes(text))).toEqual(words))
    expect(bench.conversations.open(id).queued).toEqual([])
    await bench.settled(id)
  },
)
