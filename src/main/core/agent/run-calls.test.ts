import { expect, test } from 'vitest'
import type { EntryContent, ToolCall } from '../../../shared/entry.ts'
import { setUpAgent, wordTool, type BenchParts, type RunTool } from '../../testing/agent-bench.ts'
import { createGates } from '../../testing/script/gates.ts'
import { toolText } from '../tools/tool.ts'
import { openCalls } from './open-calls.ts'
import { runCalls } from './run-calls.ts'

const callOf = (name: string, word: string): ToolCall => ({
  id: `call_${word}`,
  name,
  arguments: JSON.stringify({ word }),
})
const answerWith = (...toolCalls: readonly ToolCall[]): EntryContent => ({
  kind: 'assistant',
  text: '',
  thinking: '',
  toolCalls: [...toolCalls],
  model: 'm',
})
const resultOf = (callId: string): EntryContent => ({
  kind: 'tool_result',
  callId,
  tool: 'read',
  ok: true,
  text: '',
  details: null,
  deliveries: [],
  durationMs: 0,
})
const never = (): AbortSignal => new AbortController().signal

/** An agent with a reading and a writing tool whose journal ends in these entries. */
function setUp(soFar: readonly EntryContent[], parts: Omit<BenchParts, 'tools'> & { run?: RunTool } = {}) {
  const tools = (log: string[]) => [
    wordTool('read', 'read', parts.run)(log),
    wordTool('write', 'write', parts.run)(log),
  ]
  const bench = setUpAgent({ ...parts, soFar, tools })
  const run = (signal = never()): Promise<void> =>
    runCalls(bench.agent, openCalls(bench.agent.journal.entries), signal)
  return { ...bench, run, results: () => bench.contents().slice(soFar.length) }
}

test('neighbours that only read run together, and their results keep the order of the calls', async () => {
  const gates = createGates()
  const { run, log, results } = setUp([answerWith(callOf('read', 'a'), callOf('read', 'b'))], {
    async run({ word }) {
      if (word === 'a') await gates.passed('a', never())
      else gates.open('a')
      return toolText(word)
    },
  })

  await run()

  expect(log.filter((line) => !line.startsWith('ask'))).toEqual([
    'begin read a',
    'begin read b',
    'end read b',
    'end read a',
    'append tool_result',
    'append tool_result',
  ])
  expect(results()).toMatchObject([{ text: 'a' }, { text: 'b' }])
})

test('what writes runs alone, after all before it is written down and before all after it', async () => {
  const { run, log } = setUp([
    answerWith(callOf('read', 'a'), callOf('write', 'b'), callOf('write', 'c'), callOf('read', 'd')),
  ])

  await run()

  expect(log.filter((line) => !line.startsWith('ask') && !line.startsWith('end'))).toEqual([
    'begin read a',
    'append tool_result',
    'begin write b',
    'append tool_result',
    'begin write c',
    'append tool_result',
    'begin read d',
    'append tool_result',
  ])
})

test('a call that is refused does not run, and the model learns why', async () => {
  const { run, log, results } = setUp([answerWith(callOf('write', 'a'))], {
    decide: () => ({ outcome: 'deny', reason: 'The user said no: not there' }),
  })

  await run()

  expect(log).not.toContain('begin write a')
  expect(results()).toMatchObject([{ ok: false, text: 'The user said no: not there', callId: 'call_a' }])
})

test.each([
  ['an unknown tool', { ...callOf('wirte', 'a') }, 'There is no tool "wirte"'],
  ['arguments that are no JSON', { ...callOf('write', 'a'), arguments: '{broken' }, 'not valid JSON'],
  ['arguments of another shape', { ...callOf('write', 'a'), arguments: '{"path":1}' }, 'write was not run'],
])('%s is a result for the model, and nobody is asked', async (_what, call, words) => {
  const { run, log, results } = setUp([answerWith(call)])

  await run()

  expect(log).toEqual(['append tool_result'])
  expect(results()).toMatchObject([{ ok: false, text: expect.stringContaining(words) }])
})

test('after a stop nothing begins, and no call stays without a result', async () => {
  const stop = new AbortController()
  const { run, log, results } = setUp([answerWith(callOf('write', 'a'), callOf('write', 'b'))], {
    run({ word }) {
      stop.abort()
      return toolText(word)
    },
  })

  await run(stop.signal)

  expect(log).not.toContain('begin write b')
  expect(results()).toMatchObject([{ ok: true }, { ok: false, text: 'Not run: stopped before it began.' }])
})

test('a call that was being asked about when the stop came does not run', async () => {
  const stop = new AbortController()
  const { run, log, results } = setUp([answerWith(callOf('write', 'a'))], {
    decide() {
      stop.abort()
      return { outcome: 'allow' }
    },
  })

  await run(stop.signal)

  expect(log).not.toContain('begin write a')
  expect(results()).toMatchObject([{ ok: false }])
})

test('only calls without a result run, and each keeps its place in the answer', async () => {
  const seen: unknown[] = []
  const { run, log } = setUp(
    [
      answerWith(callOf('read', 'a'), callOf('write', 'b'), callOf('write', 'c')),
      resultOf('call_a'),
      resultOf('call_b'),
    ],
    {
      run({ word }, { answerId, callIndex }) {
        seen.push([answerId, callIndex])
        return toolText(word)
      },
    },
  )

  await run()

  expect(log.filter((line) => line.startsWith('begin'))).toEqual(['begin write c'])
  expect(seen).toEqual([['ent_1', 2]])
})

test('calls of an earlier answer are over', async () => {
  const { run, log } = setUp([answerWith(callOf('read', 'a')), answerWith()])

  await run()

  expect(log).toEqual([])
})

test('a tool that breaks breaks the loop: nothing is made up in its place', async () => {
  const { run, results } = setUp([answerWith(callOf('write', 'a'))], {
    run() {
      throw new Error('a bug')
    },
  })

  await expect(run()).rejects.toThrow('a bug')
  expect(results()).toEqual([])
})
