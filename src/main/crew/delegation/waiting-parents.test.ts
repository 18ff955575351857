import { expect, test } from 'vitest'
import { randomIds } from '../../platform/ids.ts'
import { openCrew } from '../../testing/crew-bench.ts'
import { createRealWorkers } from '../../testing/real-workers.ts'
import { call, recall, say, script, scripted } from '../../testing/script/write-script.ts'

const TOKEN = /token_\w+/

/** A parent hands on and then has nothing to do but to wait for what is below it. */
const WAYS: Record<string, (below: object) => string> = {
  'in a call that waits': (below) =>
    scripted('Hand it on.', call('delegate', { tasks: [below], wait: true }), recall(TOKEN)),
  'in a call for what it handed on before': (below) =>
    scripted(
      'Hand it on.',
      call('delegate', { tasks: [below] }),
      call('wait_for_delegations', {}),
      recall(TOKEN),
    ),
  'by having ended its answer': (below) =>
    scripted('Hand it on.', call('delegate', { tasks: [below] }), say('Handed on.'), recall(TOKEN)),
}

test.each(Object.keys(WAYS))(
  'with one place and depth 2, in real processes, a parent that waits for its children %s holds none',
  async (way) => {
    const bench = await openCrew({
      launch: createRealWorkers().launch,
      delegation: { maxConcurrentRuns: 1, maxDepth: 2 },
    })
    const found = randomIds.next('token')
    const below = { goal: scripted('Say it.', say(found)) }
    const { id } = await bench.say(
      script(
        call('delegate', { tasks: [{ goal: WAYS[way]?.(below) ?? '' }] }),
        say('At work.'),
        recall(TOKEN),
      ),
    )

    await bench.settled(id)

    expect(bench.runs(id)).toMatchObject([
      { depth: 1, state: 'completed', result: { summary: expect.stringContaining(found) } },
      { depth: 2, state: 'completed', result: { summary: found } },
    ])
    expect(bench.contents(id).at(-1)).toMatchObject({ text: found })
  },
  20_000,
)

test('a parent that can go on comes before runs that have not begun', async () => {
  const bench = await openCrew({ delegation: { maxConcurrentRuns: 1 } })
  const handing = (...tasks: object[]): string => script(call('delegate', { tasks }), say('At work.'), 'echo')
  const waiting = (gate: string): object => ({ goal: scripted('Wait.', [`gate ${gate}`, say(gate)]) })
  const parent = {
    goal: scripted('Hand on.', call('delegate', { tasks: [waiting('below')], wait: true }), [
      'gate parent',
      say('y'),
    ]),
  }
  const { id } = await bench.say(handing(parent))
  const states = (): string[] => bench.runs(id).map(({ state }) => state)
  const became = (...expected: string[]): Promise<void> =>
    expect.poll(states, { timeout: 12_000 }).toEqual(expected)
  await became('running', 'running')
  await bench.conversations.send(id, handing(waiting('later')))
  await became('running', 'running', 'queued')

  bench.models.gates.open('below')
  await became('running', 'completed', 'queued')
  await expect.poll(() => bench.runs(id)[0]?.waitsForRuns).toBe(false)
  bench.models.gates.open('parent')
  await became('completed', 'completed', 'running')

  bench.models.gates.open('later')
  await bench.settled(id)
})
