import { expect, test } from 'vitest'
import { createCountedIds } from '../../testing/counted-ids.ts'
import { createStreamAssembly, type Chunk } from './stream-assembly.ts'

type Fragments = NonNullable<NonNullable<NonNullable<Chunk['choices']>[number]['delta']>['tool_calls']>

function callsFrom(deltas: readonly Fragments[], taken: readonly string[] = []) {
  const ids = createCountedIds()
  const assembly = createStreamAssembly(() => ids.next('call'), new Set(taken))
  for (const tool_calls of deltas) assembly.add({ choices: [{ delta: { tool_calls } }] })
  return assembly.result().toolCalls
}

const whole = (id: string, name: string, index?: number) => ({
  id,
  function: { name, arguments: '{}' },
  ...(index === undefined ? {} : { index }),
})

test('a call without an id gets one of ours', () => {
  expect(callsFrom([[{ index: 0, function: { name: 'shell', arguments: '{}' } }]])).toEqual([
    { id: 'call_1', name: 'shell', arguments: '{}' },
  ])
})

test('two calls with one id are told apart', () => {
  const ids = callsFrom([[whole('same', 'a', 0)], [whole('same', 'b', 1)]]).map(({ id }) => id)

  expect(ids).toEqual(['same', 'call_1'])
})

test('an id that an earlier answer used is replaced', () => {
  expect(callsFrom([[whole('call_0', 'a', 0)]], ['call_0'])[0]?.id).toBe('call_1')
})

test('whole calls that all come with index 0 stay apart', () => {
  expect(callsFrom([[whole('x', 'a', 0), whole('y', 'b', 0)]]).map(({ name }) => name)).toEqual(['a', 'b'])
})

test('whole calls without an index stay apart', () => {
  expect(callsFrom([[whole('x', 'a')], [whole('y', 'b')]]).map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a vendor that repeats id and name in every fragment means one call', () => {
  const part = (text: string) => [{ index: 0, id: 'x', function: { name: 'shell', arguments: text } }]

  expect(callsFrom([part('{"a"'), part(':1}')])).toEqual([{ id: 'x', name: 'shell', arguments: '{"a":1}' }])
})

test('arguments that come as an object are written out, missing ones are an empty object', () => {
  const calls = callsFrom([
    [
      { index: 0, id: 'x', function: { name: 'a', arguments: { path: 'p' } } },
      { index: 1, id: 'y', function: { name: 'b' } },
    ],
  ])

  expect(calls.map((call) => call.arguments)).toEqual(['{"path":"p"}', '{}'])
})

test('a refusal is an answer', () => {
  const assembly = createStreamAssembly(() => 'id', new Set())

  expect(assembly.add({ choices: [{ delta: { refusal: 'I will not' } }] }).text).toBe('I will not')
})

test.each([
  ['plain', { prompt_tokens: 10, completion_tokens: 5 }, { input: 10, output: 5, cached: 0, reasoning: 0 }],
  [
    "DeepSeek's cache",
    { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 8 },
    { input: 10, output: 5, cached: 8, reasoning: 0 },
  ],
  [
    'thinking that is in the total alone',
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 35,
      completion_tokens_details: { reasoning_tokens: 20 },
    },
    { input: 10, output: 25, cached: 0, reasoning: 20 },
  ],
])('usage is read: %s', (_words, usage, expected) => {
  const assembly = createStreamAssembly(() => 'id', new Set())
  assembly.add({ choices: [], usage })

  expect(assembly.result().usage).toEqual(expected)
})
