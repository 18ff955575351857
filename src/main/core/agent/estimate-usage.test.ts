import { expect, test } from 'vitest'
import { estimateUsage } from './estimate-usage.ts'
import type { ModelRequest } from './ports.ts'

const asking = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', text }],
  tools: [],
  ...more,
})
const silent = { text: '', thinking: '' }
const inputOf = (request: ModelRequest): number => estimateUsage(request, silent).input

test('letters are counted by four, and the scripts that say more with each by one and a half', () => {
  const nothing = inputOf(asking(''))
  expect(inputOf(asking('x'.repeat(4_000))) - nothing).toBe(1_000)
  expect(inputOf(asking('船'.repeat(1_500))) - nothing).toBe(1_000)
  expect(inputOf(asking('ふね배'.repeat(500))) - nothing).toBe(1_000)
})

test('all that is sent counts: every message, calls that were made, tools on offer, and images', () => {
  const call = { id: 'c', name: 'read', arguments: 'x'.repeat(400) }
  const tool = { name: 'read', description: 'x'.repeat(400), parameters: {} }
  const image = { sha256: 'a'.repeat(64), mediaType: 'image/png' } as never
  const plain = inputOf(asking('hello'))
  for (const more of [
    { messages: [...asking('hello').messages, { role: 'assistant' as const, text: '', toolCalls: [call] }] },
    {
      messages: [...asking('hello').messages, { role: 'tool' as const, callId: 'c', text: 'x'.repeat(400) }],
    },
    { tools: [tool] },
    { messages: [{ role: 'user' as const, text: 'hello', images: [image] }] },
  ])
    expect(inputOf(asking('hello', more))).toBeGreaterThanOrEqual(plain + 100)
})

test('all that came counts: words, thinking, and calls with their arguments', () => {
  const toolCalls = [{ id: 'c', name: 'read', arguments: 'x'.repeat(396) }]

  expect(
    estimateUsage(asking(''), { text: 'x'.repeat(400), thinking: 'x'.repeat(40), toolCalls }),
  ).toMatchObject({ output: 100 + 10 + 100, reasoning: 10, cached: 0, estimated: true })
})
