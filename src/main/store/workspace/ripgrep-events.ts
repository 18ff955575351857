import { z } from 'zod'
import type { FoundLine } from '../../core/tools/ports.ts'

/** Text as ripgrep tells it: bytes where it is no UTF-8. */
const Text = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ bytes: z.string() }).transform(({ bytes }) => Buffer.from(bytes, 'base64').toString('utf8')),
])

const Line = z.object({
  lines: Text,
  line_number: z.int(),
  submatches: z.array(z.object({ start: z.int() })),
})

/** One line of `rg --json`, as far as we read it. */
export const RipgrepEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), data: z.object({ path: Text }) }),
  z.object({ type: z.literal('match'), data: Line }),
  z.object({ type: z.literal('context'), data: Line }),
  z.object({ type: z.literal('end'), data: z.object({ binary_offset: z.int().nullable() }) }),
  z.object({ type: z.literal('summary') }),
])
export type RipgrepEvent = z.infer<typeof RipgrepEvent>

/** Characters of a line that are shown, and of those the ones before the match. */
const SHOWN = 400
const BEFORE = 100

/** The line as a model sees it: without its end, and only a part of it when it is long. */
export function foundLine({ type, data }: Extract<RipgrepEvent, { type: 'match' | 'context' }>): FoundLine {
  const whole = data.lines.replace(/\r?\n$/, '')
  const number = data.line_number
  const matches = type === 'match'
  if (whole.length <= SHOWN) return { number, text: whole, matches }
  const bytes = Buffer.from(whole).subarray(0, data.submatches[0]?.start ?? 0)
  const start = Math.max(0, bytes.toString('utf8').length - BEFORE)
  const end = start + SHOWN
  const text = `${start > 0 ? '…' : ''}${whole.slice(start, end)}${end < whole.length ? '…' : ''}`
  return { number, text, matches }
}
