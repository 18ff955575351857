import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names.ts'

test.each([
  ['readme.md', ['README.md', 'src'], ['README.md']],
  ['index.js', ['index.ts', 'main.js'], ['index.ts']],
  ['readfile', ['read_file', 'write_file'], ['read_file']],
  ['psarer.ts', ['parser.ts', 'lexer.ts'], ['parser.ts']],
  ['数剧.md', ['数据.md'], ['数据.md']],
  ['x', ['completely', 'different'], []],
  ['', ['a'], []],
])('for %j of %j it offers %j', (wanted, names, expected) => {
  expect(nearestNames(wanted, names)).toEqual(expected)
})

test('it offers three at most, the nearest first', () => {
  expect(nearestNames('test1', ['test4', 'test3', 'test2', 'Test1', 'test5'])).toEqual([
    'Test1',
    'test2',
    'test3',
  ])
})
