/** Argument names that say what a call is about, best first. */
const TELLING = ['pattern', 'path', 'command', 'goal', 'id', 'state'] as const

/**
 * The path, command or goal of a call in one line, for its card. The model's arguments may be no valid JSON; then they
 * stand as they are.
 */
export function callTarget(text: string): string {
  const values = parsed(text)
  if (values === null) return oneLine(text)
  const telling = TELLING.map((name) => values[name]).find((value) => typeof value === 'string')
  if (typeof telling === 'string') return oneLine(telling)
  return Object.keys(values).length === 0 ? '' : oneLine(JSON.stringify(values))
}

/** Whether the arguments say more than the target already does. */
export function saysMore(text: string): boolean {
  const values = parsed(text)
  return values === null || Object.values(values).some((value) => value !== callTarget(text))
}

/** The goals of a `delegate` call, in order; empty when they cannot be read. */
export function goalsOf(text: string): readonly string[] {
  const tasks = parsed(text)?.['tasks']
  if (!Array.isArray(tasks)) return []
  return tasks.flatMap((task: unknown) => {
    const goal = typeof task === 'object' && task !== null && 'goal' in task ? task.goal : null
    return typeof goal === 'string' ? [goal] : []
  })
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
