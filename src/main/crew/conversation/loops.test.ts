import { expect, test } from 'vitest'
import { openCrew } from '../../testing/crew-bench.ts'
import { call, say, script, scripted } from '../../testing/script/write-script.ts'

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A model that goes round in circles, and how the agent is stopped. */
const CIRCLES = [
  ['the same call', times(10, () => call('list_files', {})), { tool: 'list_files', reason: 'same_call' }],
  [
    'the same calls, five of one answer',
    [times(5, () => call('list_files', {}))],
    { tool: 'list_files', reason: 'same_call' },
  ],
  [
    'a tool that there is none',
    times(10, (at) => call('fly', { to: at })),
    { tool: 'fly', reason: 'failures' },
  ],
  [
    'a tool whose arguments are never valid',
    times(10, (at) => call('read_file', { nothing: at })),
    { tool: 'read_file', reason: 'failures' },
  ],
] as const

test.each(CIRCLES)('an agent that repeats %s is stopped', async (_what, steps, details) => {
  const bench = await openCrew()

  const { id } = await bench.say(script(...steps, say('never said')))
  await bench.settled(id)

  expect(bench.conversation(id).failure).toMatchObject({ code: 'model_loop', details })
  expect(bench.contents(id).some((each) => 'text' in each && each.text === 'never said')).toBe(false)
})

test.each(CIRCLES)('and so is a sub-agent that repeats %s', async (_what, steps, details) => {
  const bench = await openCrew()
  const task = { goal: scripted('Go round.', ...steps, say('never said')) }

  const { id } = await bench.say(script(call('delegate', { tasks: [task], wait: true }), say('over')))
  await bench.settled(id)

  expect(bench.runs(id)).toMatchObject([
    { state: 'failed', result: { error: { code: 'model_loop', details } } },
  ])
})

test('two calls by turns are no circle of one, and end with the last step that is allowed', async () => {
  const bench = await openCrew()
  bench.settings.conversation.maxSteps = 12
  const steps = times(40, (at) => call('list_files', { depth: 1 + (at % 2) }))

  const { id } = await bench.say(script(...steps))
  await bench.settled(id)

  expect(bench.conversation(id).failure).toMatchObject({ code: 'max_steps' })
  expect(bench.contents(id).filter(({ kind }) => kind === 'assistant')).toHaveLength(12)
})

test('answers that stay empty are asked for once more, and then told', async () => {
  const bench = await openCrew()

  const { id } = await bench.say(script('end'))
  await bench.settled(id)

  expect(bench.conversation(id).failure?.code).toBe('model_empty')
  expect(bench.models.calls).toHaveLength(2)
})

/** How small models write calls as text. */
const CALL = { name: 'list_files', arguments: { depth: 1 } }
test.each([
  ['bare JSON', JSON.stringify(CALL)],
  ['JSON in a fence', `\`\`\`json\n${JSON.stringify(CALL)}\n\`\`\``],
  ['JSON in a fence between words', `I look.\n\`\`\`\n${JSON.stringify(CALL)}\n\`\`\`\nWait.`],
  ['a tool and its parameters', JSON.stringify({ tool: CALL.name, parameters: CALL.arguments })],
  ['arguments as text', JSON.stringify({ ...CALL, arguments: JSON.stringify(CALL.arguments) })],
  ['a tag', `<tool_call>\n${JSON.stringify(CALL)}\n</tool_call>`],
  ['a tag between words', `I look.\n<tool_call>${JSON.stringify(CALL)}</tool_call>`],
])('a call that is written as %s is made', async (_how, text) => {
  const bench = await openCrew()

  const { id } = await bench.say(script([say(text)], say('done')))
  await bench.settled(id)

  expect(bench.contents(id)[1]).toMatchObject({ toolCalls: [{ name: 'list_files' }] })
  expect(bench.contents(id)[2]).toMatchObject({ kind: 'tool_result', ok: true })
})

test.each([
  ['of a tool that there is none', JSON.stringify({ ...CALL, name: 'fly' })],
  ['with arguments that are not valid', JSON.stringify({ ...CALL, arguments: { depth: 'deep' } })],
  ['beside another', `\`\`\`\n${JSON.stringify(CALL)}\n\`\`\`\n\`\`\`\n${JSON.stringify(CALL)}\n\`\`\``],
  ['in the middle of a sentence', `Call ${JSON.stringify(CALL)} to look.`],
])('a call as text %s stays text', async (_what, text) => {
  const bench = await openCrew()

  const { id } = await bench.say(script([say(text)]))
  await bench.settled(id)

  expect(bench.contents(id).slice(1)).toMatchObject([{ kind: 'assistant', text, toolCalls: [] }])
})
