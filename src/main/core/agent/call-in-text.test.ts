import { expect, test } from 'vitest'
import { callInText } from './call-in-text.ts'

const read = (text: string) => callInText(text, { id: 'c1', accepts: ({ name }) => name === 'read_file' })
const CALL = '{"name": "read_file", "arguments": {"path": "a.txt"}}'
const FOUND = { id: 'c1', name: 'read_file', arguments: '{"path":"a.txt"}' }

test('an answer that is one call is that call', () => {
  expect(read(`\n${CALL}\n`)).toEqual({ call: FOUND, text: '' })
})

test('one fence in an answer is that call, and the words around it stay', () => {
  expect(read(`Let me look.\n\`\`\`json\n${CALL}\n\`\`\`\n`)).toEqual({ call: FOUND, text: 'Let me look.' })
})

test('one tag in an answer is that call, closed or not', () => {
  expect(read(`Let me look.\n<tool_call>\n${CALL}\n</tool_call>`)).toEqual({
    call: FOUND,
    text: 'Let me look.',
  })
  expect(read(`<tool_call>${CALL}`)?.call).toEqual(FOUND)
})

for (const spelling of [
  '{"tool": "read_file", "parameters": {"path": "a.txt"}}',
  '{"tool_name": "read_file", "args": {"path": "a.txt"}}',
  '{"function": {"name": "read_file", "arguments": {"path": "a.txt"}}}',
  '{"type": "function", "name": "read_file", "input": {"path": "a.txt"}}',
  '{"name": "read_file", "arguments": "{\\"path\\":\\"a.txt\\"}"}',
]) {
  test(`${spelling} is a call`, () => {
    expect(read(spelling)?.call).toEqual(FOUND)
  })
}

for (const [what, text] of [
  ['prose', 'I would call read_file now.'],
  ['prose that holds the JSON bare', `I call ${CALL} now.`],
  ['two fences', `\`\`\`json\n${CALL}\n\`\`\`\n\`\`\`json\n${CALL}\n\`\`\``],
  ['two tags', `<tool_call>${CALL}</tool_call><tool_call>${CALL}</tool_call>`],
  ['a tag and a fence', `<tool_call>${CALL}</tool_call>\n\`\`\`\n${CALL}\n\`\`\``],
  ['a tool that is not there', CALL.replace('read_file', 'fly')],
  ['a name without arguments', '{"name": "read_file"}'],
  ['a list', `[${CALL}]`],
  ['broken JSON', CALL.slice(0, -1)],
] as const) {
  test(`${what} stays text`, () => {
    expect(read(text)).toBeNull()
  })
}

test('what the tool does not accept stays text', () => {
  expect(callInText(CALL, { id: 'c1', accepts: () => false })).toBeNull()
})
