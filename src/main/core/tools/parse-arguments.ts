import type { z } from 'zod'

export type Parsed =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly complaint: string }

/** Issues told at once. */
const MOST_ISSUES = 10

/** Characters shown on each side of the place where JSON breaks. */
const AROUND = 20

/**
 * Reads a model's arguments against a tool's input. The complaint says what is wrong and where, for the model to mend.
 * No text at all counts as no arguments, and null as an argument left out, since models write both for that.
 */
export function parseArguments(input: z.ZodType, text: string): Parsed {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (thrown) {
    return { ok: false, complaint: `Its arguments are not valid JSON: ${whereItBreaks(text, thrown)}` }
  }
  const strict = input.safeParse(value)
  if (strict.success) return { ok: true, value: strict.data }
  const lenient = input.safeParse(withoutNulls(value))
  if (lenient.success) return { ok: true, value: lenient.data }
  return { ok: false, complaint: `Its arguments are not valid:\n${issuesOf(lenient.error)}` }
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(([, part]) => part !== null)
  return Object.fromEntries(given.map(([key, part]) => [key, withoutNulls(part)]))
}

function issuesOf(error: z.ZodError): string {
  const { issues } = error
  const lines = issues.slice(0, MOST_ISSUES).map(({ path, message }) => `- ${placeOf(path)}${message}`)
  const more = issues.length - lines.length
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}

/** As one would write it: `tasks[1].goal: `. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? ''
    : `${path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`)).join('')}: `

/** The engine's words, and the text around the place that it names. */
function whereItBreaks(text: string, thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position === undefined) return `${message}. The text ends with ${JSON.stringify(text.slice(-AROUND))}`
  const at = Number(position)
  const before = JSON.stringify(text.slice(Math.max(0, at - AROUND), at))
  const after = JSON.stringify(text.slice(at, at + AROUND))
  return `it breaks at character ${at}, after ${before}, before ${after} (${message.split(/ in JSON/)[0]})`
}
