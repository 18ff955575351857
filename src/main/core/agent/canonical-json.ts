/** The same text for the same value, whatever the order of its keys and its spaces. What is no JSON stands for itself. */
export function canonical(json: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(json)))
  } catch {
    return json
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}
