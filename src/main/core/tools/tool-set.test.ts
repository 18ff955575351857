import { expect, test } from 'vitest'
import { DELEGATION_TOOLS, selectTools, type ToolSetQuestion } from './tool-set.ts'

const all = ['read_file', 'write_file', 'shell', ...DELEGATION_TOOLS]

const question: ToolSetQuestion = {
  available: all,
  parentMay: all,
  taskAsked: undefined,
  agentAllows: undefined,
  isLeaf: false,
}

test.each<[string, Partial<ToolSetQuestion>, string[]]>([
  ['nobody limits', {}, all],
  ['the parent limits', { parentMay: ['shell', 'read_file'] }, ['read_file', 'shell']],
  ['the task limits', { taskAsked: ['shell'] }, ['shell']],
  ['the task asks for nothing', { taskAsked: [] }, []],
  [
    'the task asks for what the parent lacks',
    { parentMay: ['read_file'], taskAsked: ['shell', 'read_file'] },
    ['read_file'],
  ],
  ['the agent sets no further limit', { agentAllows: undefined, taskAsked: ['shell'] }, ['shell']],
  ['the agent allows no tool at all', { agentAllows: [] }, []],
  ['the agent sets an upper bound', { agentAllows: ['read_file', 'shell'] }, ['read_file', 'shell']],
  ['the agent allows what the parent lacks', { parentMay: ['read_file'], agentAllows: ['shell'] }, []],
  [
    'the agent allows what the task did not ask for',
    { taskAsked: ['read_file'], agentAllows: ['shell'] },
    [],
  ],
  ['a leaf', { isLeaf: true }, ['read_file', 'write_file', 'shell']],
  [
    'a leaf that is told to delegate',
    { isLeaf: true, taskAsked: ['delegate'], agentAllows: ['delegate'] },
    [],
  ],
  ['names that nobody has', { parentMay: [...all, 'other'], taskAsked: ['other'] }, []],
])('%s', (_name, change, expected) => {
  expect(selectTools({ ...question, ...change })).toEqual(expected)
})

test('whatever is asked for, a run never has what its parent lacks', () => {
  const lists = [undefined, [], ['read_file'], ['delegate', 'shell'], all]
  for (const parentMay of [[], ['read_file'], ['read_file', 'shell']])
    for (const taskAsked of lists)
      for (const agentAllows of lists)
        for (const isLeaf of [true, false]) {
          const tools = selectTools({ available: all, parentMay, taskAsked, agentAllows, isLeaf })
          expect(tools.filter((name) => !parentMay.includes(name))).toEqual([])
        }
})
