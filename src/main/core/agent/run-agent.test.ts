import { expect, test } from 'vitest'
import type { EntryContent } from '../../../shared/entry.ts'
import { randomIds } from '../../platform/ids.ts'
import { setUpAgent, wordTool } from '../../testing/agent-bench.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { call, recall, say, script } from '../../testing/script/write-script.ts'
import { runAgent } from './run-agent.ts'

const task = (...steps: readonly (string | readonly string[])[]): EntryContent => ({
  kind: 'user',
  text: script(...steps),
})
const never = (): AbortSignal => new AbortController().signal
const kinds = (contents: readonly EntryContent[]): string[] => contents.map(({ kind }) => kind)

test('an answer without calls is the end', async () => {
  const { agent, contents } = setUpAgent({ soFar: [task(say('hello'))] })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
  expect(contents().at(-1)).toMatchObject({ kind: 'assistant', text: 'hello', model: 'scripted' })
})

test('what a tool found reaches the model', async () => {
  const found = randomIds.next('token')
  const { agent, contents } = setUpAgent({
    soFar: [task(call('read', { word: 'x' }), recall(/token_\w+/))],
    tools: (log) => [
      wordTool('read', 'read', () => ({ ok: true, text: found, details: null, deliveries: [] }))(log),
    ],
  })

  await runAgent(agent, never())

  expect(contents().at(-1)).toMatchObject({ kind: 'assistant', text: found })
})

test('a step begins only when the one before is written', async () => {
  const { agent, log } = setUpAgent({
    soFar: [task(call('write', { word: 'x' }), say('done'))],
    tools: (log) => [wordTool('write', 'write')(log)],
    beforeAppend: async () => {
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
  })

  await runAgent(agent, never())

  expect(log.filter((line) => !line.startsWith('ask'))).toEqual([
    'append assistant',
    'begin write x',
    'end write x',
    'append tool_result',
    'append assistant',
  ])
})

test('a journal that takes no more ends everything', async () => {
  const { agent, log } = setUpAgent({
    soFar: [task(call('write', { word: 'x' }))],
    tools: (log) => [wordTool('write', 'write')(log)],
    beforeAppend: () => Promise.reject(new Error('disk full')),
  })

  await expect(runAgent(agent, never())).rejects.toThrow('disk full')
  expect(log).toEqual([])
})

test('calls that a journal was left with run before the model is asked', async () => {
  const model = createScriptedModel()
  const { agent, log } = setUpAgent({
    model,
    soFar: [
      task(call('write', { word: 'x' }), say('done')),
      {
        kind: 'assistant',
        text: '',
        thinking: '',
        model: 'm',
        toolCalls: [{ id: 'c1', name: 'write', arguments: '{"word":"x"}' }],
      },
    ],
    tools: (log) => [wordTool('write', 'write')(log)],
  })

  await runAgent(agent, never())

  expect(log.slice(0, 4)).toEqual(['ask c1', 'begin write x', 'end write x', 'append tool_result'])
  expect(model.requests[0]?.messages.at(-1)).toEqual({ role: 'tool', callId: 'c1', text: 'x' })
})

test('a failure of the model is an end like any other, and says why', async () => {
  const { agent, contents } = setUpAgent({ soFar: [task('status 401 no')] })

  expect(await runAgent(agent, never())).toMatchObject({ reason: 'error', code: 'model_unauthorized' })
  expect(kinds(contents())).toEqual(['user'])
})

test('what could be seen of an answer that broke off is kept', async () => {
  const { agent, contents } = setUpAgent({ soFar: [task(['think hm', say('half'), 'cut'])] })

  expect(await runAgent(agent, never())).toMatchObject({ reason: 'error', code: 'model_cut' })
  expect(contents().at(-1)).toEqual({ kind: 'interrupted', text: 'half', thinking: 'hm' })
})

test('a model that ends without a word of how is cut', async () => {
  const silent = { name: 'silent', stream: async function* () {} }
  const { agent } = setUpAgent({ model: silent, soFar: [task()] })

  expect(await runAgent(agent, never())).toMatchObject({ reason: 'error', code: 'model_cut' })
})

test('a stop in the middle of an answer keeps what was seen', async () => {
  const stop = new AbortController()
  const { agent, contents } = setUpAgent({ soFar: [task([say('half'), 'hang'])] })
  agent.onlooker.streamed = () => stop.abort()

  expect(await runAgent(agent, stop.signal)).toEqual({ reason: 'stopped' })
  expect(contents().at(-1)).toMatchObject({ kind: 'interrupted', text: 'half' })
})

test('a stop while tools run ends after them, and the model is not asked again', async () => {
  const stop = new AbortController()
  const model = createScriptedModel()
  const { agent, contents } = setUpAgent({
    model,
    soFar: [task(call('write', { word: 'x' }), say('never'))],
    tools: (log) => [
      wordTool('write', 'write', () => {
        stop.abort()
        return { ok: true, text: 'written', details: null, deliveries: [] }
      })(log),
    ],
  })

  expect(await runAgent(agent, stop.signal)).toEqual({ reason: 'stopped' })
  expect(contents().at(-1)).toMatchObject({ kind: 'tool_result', text: 'written' })
  expect(model.requests).toHaveLength(1)
})

test('a stop while it waits for results ends it', async () => {
  const stop = new AbortController()
  const { agent } = setUpAgent({
    soFar: [task(say('waiting'))],
    inbox: (atEnd, signal) =>
      atEnd
        ? new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(false))
            stop.abort()
          })
        : Promise.resolve(false),
  })

  expect(await runAgent(agent, stop.signal)).toEqual({ reason: 'stopped' })
})

test('a stop before the first step asks nobody', async () => {
  const model = createScriptedModel()
  const { agent } = setUpAgent({ model, soFar: [task(say('never'))] })

  expect(await runAgent(agent, AbortSignal.abort())).toEqual({ reason: 'stopped' })
  expect(model.requests).toEqual([])
})

test('it ends at its step limit, with no call left open', async () => {
  const { agent, contents } = setUpAgent({
    maxSteps: 2,
    soFar: [task(call('read', { word: 'a' }), call('read', { word: 'b' }), say('never'))],
    tools: (log) => [wordTool('read', 'read')(log)],
  })

  expect(await runAgent(agent, never())).toEqual({ reason: 'max_steps' })
  expect(kinds(contents())).toEqual(['user', 'assistant', 'tool_result', 'assistant', 'tool_result'])
})

test('what arrives is taken between two steps, and before the end', async () => {
  const asked: boolean[] = []
  const { agent } = setUpAgent({
    soFar: [task(call('read', { word: 'a' }), say('done'))],
    tools: (log) => [wordTool('read', 'read')(log)],
    inbox(atEnd) {
      asked.push(atEnd)
      return Promise.resolve(false)
    },
  })

  await runAgent(agent, never())

  expect(asked).toEqual([false, false, true])
})

test('something that arrives at the end is answered', async () => {
  const results = randomIds.next('token')
  let isEmpty = false
  const model = createScriptedModel()
  const { agent, contents } = setUpAgent({
    model,
    soFar: [task(say('done'), recall(/token_\w+/))],
    async inbox(atEnd) {
      if (!atEnd || isEmpty) return false
      isEmpty = true
      await agent.journal.append({ kind: 'user', text: results })
      return true
    },
  })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
  expect(contents().at(-1)).toMatchObject({ text: results })
})

test('an answer that a journal was left with is not asked for again', async () => {
  const model = createScriptedModel()
  const { agent } = setUpAgent({
    model,
    soFar: [task(say('done')), { kind: 'assistant', text: 'done', thinking: '', toolCalls: [], model: 'm' }],
  })

  expect(await runAgent(agent, never())).toEqual({ reason: 'completed' })
  expect(model.requests).toEqual([])
})
