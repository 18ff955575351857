/** What models write where a goal should stand. */
const PLACEHOLDERS = new Set([
  ...['todo', 'tbd', 'fixme', 'task', 'tasks', 'goal', 'the goal', 'the task', 'your task here', 'task here'],
  ...[
    'placeholder',
    'string',
    'text',
    'example',
    'test',
    'none',
    'null',
    'undefined',
    'n/a',
    'na',
    'xxx',
    'foo',
    'bar',
  ],
  ...[
    'do it',
    'do the task',
    'do something',
    'something',
    'lorem ipsum',
    'subtask',
    'goal here',
    'description',
  ],
  ...['任务', '目标', '待办', '待定', '占位符', '无', '示例'],
])

/** True for a goal that is empty or only stands in for one: `...`, `TODO`, `<task 1>`. */
export function isPlaceholder(goal: string): boolean {
  const bare = goal
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/ ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return (
    bare === '' ||
    PLACEHOLDERS.has(bare) ||
    PLACEHOLDERS.has(bare.replace(/ ?\d+$/, '')) ||
    /^\d+$/.test(bare)
  )
}
