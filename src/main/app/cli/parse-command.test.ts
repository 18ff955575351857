import { expect, test } from 'vitest'
import { parseCommand } from './parse-command.ts'

const parsed = (...args: readonly string[]): unknown => {
  const result = parseCommand(args)
  return result.ok ? result.command : result.problem
}

test.each([
  [
    'a task',
    ['run', 'count', 'the', 'boats'],
    { name: 'run', task: 'count the boats', folder: null, mode: null },
  ],
  ['a task behind options', ['run', '--json', 'count'], { task: 'count', json: true }],
  ['a task that begins with a dash', ['run', '--json', '--', '--help me'], { task: '--help me', json: true }],
  [
    'a folder and a mode',
    ['run', 'x', '--folder', '/tmp', '--mode', 'auto'],
    { folder: '/tmp', mode: 'auto' },
  ],
  [
    'an endpoint',
    ['run', 'x', '--base-url', 'http://h/v1', '--model', 'm'],
    {
      baseUrl: 'http://h/v1',
      settings: [
        { path: 'model.baseUrl', value: 'http://h/v1' },
        { path: 'model.name', value: 'm' },
      ],
    },
  ],
  [
    'settings',
    ['run', 'x', '--set', 'delegation.maxDepth=3', '--set', 'model.name=a=b'],
    {
      settings: [
        { path: 'delegation.maxDepth', value: 3 },
        { path: 'model.name', value: 'a=b' },
      ],
    },
  ],
  ['a time-out', ['run', 'x', '--timeout', '1.5'], { timeoutSeconds: 1.5 }],
  ['a data folder', ['run', 'x', '--data', '/data'], { data: '/data' }],
  ['a yes', ['answer', 'apr_1', 'allow'], { name: 'answer', approvalId: 'apr_1', allow: true, note: '' }],
  [
    'a no with its reason',
    ['answer', 'apr_1', 'deny', '--note', 'not now'],
    { allow: false, note: 'not now' },
  ],
  ['help', ['help'], { name: 'help' }],
  ['help about a command', ['run', '--help'], { name: 'help' }],
  ['a version', ['--version'], { name: 'version' }],
  ['nothing', [], { name: 'window', folder: null, data: null }],
  [
    'a folder for the window',
    ['/home/me', '--data', '/d'],
    { name: 'window', folder: '/home/me', data: '/d' },
  ],
])('%s is understood', (_what, args, command) => {
  expect(parsed(...args)).toMatchObject(command)
})

test.each([
  ['no task', ['run'], 'missingTask'],
  ['an empty task', ['run', '  '], 'missingTask'],
  ['an unknown option', ['run', 'x', '--nonsense'], 'unknownOption'],
  ['an option without its value', ['run', 'x', '--folder'], 'missingValue'],
  ['an unknown mode', ['run', 'x', '--mode', 'yolo'], 'badValue'],
  ['a setting without a value', ['run', 'x', '--set', 'delegation.maxDepth'], 'badValue'],
  ['a setting without a name', ['run', 'x', '--set', '=3'], 'badValue'],
  ['no time at all', ['run', 'x', '--timeout', '0'], 'badValue'],
  ['a time that is none', ['run', 'x', '--timeout', 'soon'], 'badValue'],
  ['a time without end', ['run', 'x', '--timeout', 'Infinity'], 'badValue'],
  ['a time longer than clocks can wait', ['run', 'x', '--timeout', '2147484'], 'badValue'],
  ['an answer to nothing', ['answer'], 'answerUsage'],
  ['an answer that is neither yes nor no', ['answer', 'apr_1', 'maybe'], 'answerUsage'],
  ['an answer with too much', ['answer', 'apr_1', 'allow', 'all'], 'answerUsage'],
  ['two folders', ['/a', '/b'], 'unknownCommand'],
])('%s is refused', (_what, args, key) => {
  expect(parsed(...args)).toMatchObject({ key })
})
