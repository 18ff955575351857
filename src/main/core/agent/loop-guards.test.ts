import { expect, test } from 'vitest'
import { z } from 'zod'
import type { EntryContent } from '../../../shared/entry.ts'
import { setUpAgent, wordTool } from '../../testing/agent-bench.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { call, say, script } from '../../testing/script/write-script.ts'
import { defineTool, toolText } from '../tools/tool.ts'
import { FAILURES_STOP, SAME_CALL_NOTICE, SAME_CALL_STOP } from './policy.ts'
import { runAgent } from './run-agent.ts'

const never = (): AbortSignal => new AbortController().signal
const results = (contents: readonly EntryContent[]) =>
  contents.flatMap((content) => (content.kind === 'tool_result' ? [content] : []))
const task = (steps: readonly string[]): EntryContent => ({ kind: 'user', text: script(...steps) })
const times = (count: number, step: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => step(index))
const reader = (log: string[]) => [wordTool('read', 'read')(log)]

test('the notice comes before the stop', () => {
  expect(SAME_CALL_NOTICE).toBeLessThan(SAME_CALL_STOP)
})

test('the same call again and again is noticed, then stopped, and the last is not run', async () => {
  const { agent, contents, log } = setUpAgent({
    soFar: [task(times(9, () => call('read', { word: 'x' })))],
    tools: reader,
  })

  expect(await runAgent(agent, never())).toEqual({
    reason: 'error',
    code: 'model_loop',
    details: { tool: 'read', times: SAME_CALL_STOP, reason: 'same_call' },
  })
  expect(results(contents()).map(({ text }) => text.includes('Notice:'))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect(log.filter((line) => line.startsWith('begin'))).toHaveLength(SAME_CALL_STOP - 1)
})

test('the order of the arguments makes no other call of it', async () => {
  const pair = defineTool({
    name: 'pair',
    description: 'pair',
    input: z.strictObject({ a: z.number(), b: z.number() }),
    effect: 'read',
    target: () => '',
    run: () => Promise.resolve(toolText('ok')),
  })
  const { agent } = setUpAgent({
    soFar: [task(times(9, (index) => call('pair', index % 2 === 0 ? { a: 1, b: 2 } : { b: 2, a: 1 })))],
    tools: () => [pair],
  })

  expect(await runAgent(agent, never())).toMatchObject({ code: 'model_loop' })
})

test('other calls between make a new row', async () => {
  const { agent } = setUpAgent({
    soFar: [
      task([...times(12, (index) => call('read', { word: index % 4 === 3 ? 'y' : 'x' })), say('done')]),
    ],
    tools: reader,
  })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
})

test('a tool whose use is to be called again may be', async () => {
  const { agent } = setUpAgent({
    soFar: [task([...times(9, () => call('wait', { word: 'x' })), say('done')])],
    tools: (log) => [{ ...wordTool('wait', 'control')(log), mayRepeat: true }],
  })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
})

test('a row goes on over a restart, and asks no model when it was full', async () => {
  const model = createScriptedModel()
  const first = setUpAgent({ soFar: [task(times(9, () => call('read', { word: 'x' })))], tools: reader })
  await runAgent(first.agent, never())
  const again = setUpAgent({ model, soFar: first.contents(), tools: reader })

  expect(await runAgent(again.agent, never())).toMatchObject({ code: 'model_loop' })
  expect(model.requests).toEqual([])
})

test('what somebody says begins a new row', async () => {
  const first = setUpAgent({ soFar: [task(times(9, () => call('read', { word: 'x' })))], tools: reader })
  await runAgent(first.agent, never())
  const again = setUpAgent({ soFar: [...first.contents(), task([say('all right')])], tools: reader })

  expect(await runAgent(again.agent, never())).toEqual({ reason: 'completed' })
})

test('a tool that fails again and again ends it, with its last complaint', async () => {
  const { agent, contents } = setUpAgent({
    soFar: [task(times(20, (index) => call('read', { wrong: index })))],
    tools: reader,
  })

  expect(await runAgent(agent, never())).toMatchObject({
    reason: 'error',
    code: 'model_loop',
    details: { tool: 'read', times: FAILURES_STOP, reason: 'failures' },
  })
  expect(results(contents())).toHaveLength(FAILURES_STOP)
})

test('a success between makes the failures of a tool count anew', async () => {
  const steps = times(15, (index) => call('read', index % 7 === 6 ? { word: `${index}` } : { wrong: index }))
  const { agent } = setUpAgent({ soFar: [task([...steps, say('done')])], tools: reader })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
})
