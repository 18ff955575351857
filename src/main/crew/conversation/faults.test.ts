import { expect, test } from 'vitest'
import { randomIds } from '../../platform/ids.ts'
import { eventually, openCrew } from '../../testing/crew-bench.ts'
import { FINAL_FAULTS, PASSING_FAULTS } from '../../testing/script/faults.ts'
import { call, recall, say, script } from '../../testing/script/write-script.ts'

const token = (): string => randomIds.next('token')

test('what passes is tried again, over real HTTP, and the answer is journaled once', async () => {
  const bench = await openCrew()
  const words = PASSING_FAULTS.map(token)

  const told = await Promise.all(
    PASSING_FAULTS.map((fault, index) => bench.say(script([`first 1 ${fault}`, say(words[index] ?? '')]))),
  )
  const idle = (): number => told.filter(({ id }) => bench.conversation(id).turn === 'idle').length
  await expect.poll(idle, { timeout: 15_000 }).toBe(told.length)

  expect(told.map(({ id }) => bench.contents(id).map(({ kind }) => kind))).toEqual(
    told.map(() => ['user', 'assistant']),
  )
  expect(told.map(({ id }) => bench.contents(id).at(-1))).toMatchObject(words.map((text) => ({ text })))
}, 20_000)

test('a pause is told to whoever looks on, of a turn and of a run, and when it is over', async () => {
  const bench = await openCrew()
  const slow = ['first 1 status 503', say('done')]

  const { id } = await bench.say(
    script(call('delegate', { tasks: [{ goal: script(slow) }], wait: true }), slow),
  )
  await bench.settled(id)

  const told = bench.events.flatMap((event) =>
    event.type === 'model.paused' ? [[event.runId, event.pause?.code ?? null]] : [],
  )
  const run = bench.runs(id)[0]?.id
  expect(told).toEqual([
    [run, 'model_unavailable'],
    [run, null],
    [null, 'model_unavailable'],
    [null, null],
  ])
})

for (const [fault, code] of FINAL_FAULTS) {
  test(`"${fault}" is told as ${code}, in the journal and on the conversation`, async () => {
    const bench = await openCrew({ isAttended: false })

    const { id } = await bench.say(script(fault))
    await bench.settled(id)

    expect(bench.conversation(id).failure?.code).toBe(code)
    expect(bench.contents(id).at(-1)).toMatchObject({ kind: 'failure', code })
    expect(bench.models.calls).toHaveLength(1)
  })
}

test('a turn waits behind the breaker with its work whole, and goes on from there', async () => {
  const bench = await openCrew()
  const word = token()

  const { id } = await bench.say(script(call('list_files', {}), ['first 1 status 402', say(word)]))
  await eventually(() => expect(bench.conversation(id).turn).toBe('waiting'))
  expect(bench.contents(id).map(({ kind }) => kind)).toEqual(['user', 'assistant', 'tool_result'])
  expect(bench.breakers.open()).toMatchObject([{ waiting: { turns: 1, runs: 0 } }])

  for (const breaker of bench.breakers.open()) bench.breakers.resume(breaker.id)
  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ kind: 'assistant', text: word })
  expect(bench.conversation(id).failure).toBeNull()
})

test('a turn behind the breaker can be stopped', async () => {
  const bench = await openCrew()
  const { id } = await bench.say(script('status 402'))
  await eventually(() => expect(bench.conversation(id).turn).toBe('waiting'))

  await bench.stopEverything(id)

  expect(bench.conversation(id)).toMatchObject({ turn: 'idle', failure: null })
  expect(bench.breakers.open()).toEqual([])
})

test('a tool that is not there, and arguments that are no JSON, come back to the model to mend', async () => {
  const bench = await openCrew()

  const { id } = await bench.say(
    script('call fly {}', 'call list_files {"path":', recall(/There is no tool "fly"|not valid JSON/)),
  )
  await bench.settled(id)

  expect(bench.contents(id).at(-1)).toMatchObject({ text: 'There is no tool "fly" not valid JSON' })
})

test('a call that was written as text is made', async () => {
  const bench = await openCrew()
  const written = `\`\`\`json\n${JSON.stringify({ name: 'list_files', arguments: {} })}\n\`\`\``

  const { id } = await bench.say(script([say(written)], say('done')))
  await bench.settled(id)

  expect(bench.contents(id)[1]).toMatchObject({ text: '', toolCalls: [{ name: 'list_files' }] })
  expect(bench.contents(id)[2]).toMatchObject({ kind: 'tool_result', ok: true })
})
