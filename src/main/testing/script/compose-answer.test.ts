import { expect, test } from 'vitest'
import type { Message } from '../../core/agent/ports.ts'
import { randomIds } from '../../platform/ids.ts'
import { composeAnswer, placeKey } from './compose-answer.ts'
import { call, recall, say, script, scripted } from './write-script.ts'

const user = (text: string): Message => ({ role: 'user', text })
const answer = (text: string): Message => ({ role: 'assistant', text, toolCalls: [] })
const result = (text: string): Message => ({ role: 'tool', callId: 'c', text })
const token = (): string => randomIds.next('token')

test('each answer after the script is one step of it', () => {
  const task = user(scripted('Please:', say('one'), say('two')))

  expect(composeAnswer([task])).toEqual([{ type: 'say', text: 'one' }])
  expect(composeAnswer([task, answer('one'), result('x')])).toEqual([{ type: 'say', text: 'two' }])
})

test('a step may hold several calls, with arguments exactly as written', () => {
  const task = user(script([call('read_file', { path: 'a' }), 'call shell {broken']))

  expect(composeAnswer([task])).toMatchObject([
    { type: 'call', tool: 'read_file', input: '{"path":"a"}' },
    { type: 'call', tool: 'shell', input: '{broken' },
  ])
})

test('calls of different answers have different ids', () => {
  const task = user(script(call('shell', {}), call('shell', {})))
  const [first] = composeAnswer([task])
  const [second] = composeAnswer([task, answer(''), result('')])

  expect(first).not.toMatchObject({ id: (second as { id: string }).id })
})

test('what is recalled comes from results, never from the script or the model itself', () => {
  const found = token()
  const messages = [
    user(script(say('hello'), recall(/token_[a-z0-9]+/), say('token_inscript'))),
    answer('token_own'),
    result(`the file says ${found}.`),
  ]

  expect(composeAnswer(messages)).toEqual([{ type: 'say', text: found }])
})

test('echo says what came in since the last answer, and so does a script that is over', () => {
  const [earlier, later] = [token(), token()]
  const messages = [
    user(script('echo')),
    answer('a'),
    result(earlier),
    answer('b'),
    result(later),
    user('and'),
  ]

  expect(composeAnswer(messages)).toEqual([{ type: 'say', text: `${later}\nand` }])
})

test('a script quoted in the middle of a message is not played', () => {
  const delivery = user(`Results:\n--- x\n${script(say('child'))}\n--- x`)

  expect(composeAnswer([user(script(say('one'), say('two'))), answer('one'), delivery])).toEqual([
    { type: 'say', text: 'two' },
  ])
})

test('a script inside a goal inside a call survives the way', () => {
  const goal = scripted('Count.', [say('line\nbreak')])
  const [made] = composeAnswer([user(script(call('delegate', { tasks: [{ goal }] })))])
  const received = JSON.parse((made as { input: string }).input) as { tasks: { goal: string }[] }

  expect(composeAnswer([user(received.tasks[0]?.goal ?? '')])).toEqual([{ type: 'say', text: 'line\nbreak' }])
})

test('a line may hold for the first times only', () => {
  const task = user(script(['first 2 status 429 retry-after 1 slow down', say('done')]))
  const refusal = { type: 'status', status: 429, retryAfter: '1', text: 'slow down' }
  const done = { type: 'say', text: 'done' }

  expect([1, 2, 3].map((asked) => composeAnswer([task], asked))).toEqual([
    [refusal, done],
    [refusal, done],
    [done],
  ])
})

test('an answer that broke off is asked for again', () => {
  const task = user(script(say('one'), say('two')))
  const broken = [task, answer('on\n[interrupted here]')]

  expect(composeAnswer(broken)).toEqual([{ type: 'say', text: 'one' }])
  expect(placeKey(broken)).toBe(placeKey([task]))
})

test('without a script the model says so, and what it heard', () => {
  expect(composeAnswer([user('hello')])).toEqual([{ type: 'say', text: 'No script to play. hello' }])
})

test('a word that is no command is named', () => {
  expect(() => composeAnswer([user(script('dance'))])).toThrow('no command "dance"')
})
