import { expect, test, vi } from 'vitest'
import type { HostEvent } from '../../../shared/events.ts'
import { aConversation } from '../testing/builders.ts'
import { createMemoryBridge } from '../testing/memory-bridge.ts'
import { followHost } from './feed.ts'
import { createHost } from './host.ts'

const changed: HostEvent = { type: 'conversation.changed', conversation: aConversation() }

async function following() {
  const memory = createMemoryBridge()
  const heard: (number | 'snapshot' | 'failed')[] = []
  followHost(createHost(memory.bridge), {
    snapshot: () => heard.push('snapshot'),
    events: (events) => heard.push(...events.map(({ number }) => number)),
    failed: () => heard.push('failed'),
  })
  await vi.waitFor(() => expect(heard).not.toEqual([]))
  return { memory, heard }
}

test('the state is heard first, then every event in order', async () => {
  const { memory, heard } = await following()
  memory.emit(changed, changed)
  memory.emit(changed)
  expect(heard).toEqual(['snapshot', 1, 2, 3])
})

test('a gap asks for the state again, once, and what came meanwhile follows it', async () => {
  const { memory, heard } = await following()
  memory.emit(changed)
  memory.lose(2)
  memory.emit(changed)
  memory.emit(changed)
  await vi.waitFor(() => expect(heard).toEqual(['snapshot', 1, 'snapshot']))

  memory.emit(changed)
  expect(heard).toEqual(['snapshot', 1, 'snapshot', 6])
  expect(memory.calls.filter(({ name }) => name === 'host.snapshot')).toHaveLength(2)
})

test('an event that the state already includes is not heard again', async () => {
  const memory = createMemoryBridge()
  const heard: number[] = []
  followHost(createHost(memory.bridge), {
    snapshot: () => heard.push(0),
    events: (events) => heard.push(...events.map(({ number }) => number)),
    failed: () => undefined,
  })
  memory.emit(changed) // before the answer, and part of it
  await vi.waitFor(() => expect(heard).toEqual([0]))
  memory.emit(changed)
  expect(heard).toEqual([0, 2])
})

test('a refused state is told, not swallowed', async () => {
  const memory = createMemoryBridge()
  memory.refuse('host.snapshot', { code: 'internal', details: {} })
  const failed = vi.fn()
  followHost(createHost(memory.bridge), { snapshot: () => undefined, events: () => undefined, failed })
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
})
