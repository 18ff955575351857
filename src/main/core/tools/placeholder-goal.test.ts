import { expect, test } from 'vitest'
import { isPlaceholder } from './placeholder-goal.ts'

test.each([
  '',
  '  ',
  '...',
  '…',
  'TODO',
  'todo.',
  '<task>',
  '[Task 1]',
  'task',
  '"string"',
  'N/A',
  '- ',
  '1',
  '任务',
  '待办',
])('%j tells a sub-agent nothing', (goal) => {
  expect(isPlaceholder(goal)).toBe(true)
})

test.each([
  'Fix the todo list',
  'Test the parser',
  '统计 src 中的文件',
  'Task: count lines in a.txt',
  'List files',
  'go',
])('%j is a goal', (goal) => {
  expect(isPlaceholder(goal)).toBe(false)
})
