/** Who or what a line of a transcript is about. */
export type TranscriptRole = 'assistant' | 'thinking' | 'call' | 'result' | 'final' | 'diagnostic'

/** Characters of one event that are shown; the full text lives in the journal. Source: design, "Transcripts". */
export const TRANSCRIPT_BUDGET: Readonly<Record<TranscriptRole, number>> = {
  assistant: 600,
  thinking: 300,
  call: 220,
  result: 400,
  final: 600,
  diagnostic: 400,
}

/** Characters of goal and context in the header. */
export const HEADER_BUDGET = 500

/** Most of a text that is looked at. Far beyond any budget: what is masked gets shorter, and no secret may be cut in half. */
const MOST_CHARACTERS = 1_000_000

/** Stands where a line is withheld because nobody could say whether it holds a secret. */
export const WITHHELD = '[withheld]'

/** Masks secrets in a text. */
export type Redact = (text: string) => string

/**
 * A text on one physical line, at most `budget` characters; what was cut is counted. Secrets are masked first, and a
 * text that cannot be masked is withheld.
 */
export function transcriptText(text: string, budget: number, redact: Redact): string {
  let safe: string
  try {
    safe = redact(text.slice(0, MOST_CHARACTERS))
  } catch {
    return WITHHELD
  }
  const line = visible(safe)
  if (line.length <= budget) return line
  const end = /[\uD800-\uDBFF]/.test(line[budget - 1] ?? '') ? budget - 1 : budget
  const cut = line.length - end + Math.max(0, text.length - MOST_CHARACTERS)
  return `${line.slice(0, end)}… (+${cut})`
}

/** `HH:MM:SS role | text`, in the time of this place. */
export const transcriptLine = (atMs: number, role: TranscriptRole, text: string): string =>
  `${timeOf(new Date(atMs))} ${role} | ${text}\n`

const timeOf = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** Line ends as ⏎, other control characters as their pictures, marks that turn the direction of writing as theirs. */
const visible = (text: string): string =>
  text
    .trim()
    .replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '⏎')
    .replaceAll('\t', ' ')
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, (mark) =>
      mark < ' ' ? String.fromCharCode(0x2400 + mark.charCodeAt(0)) : '\uFFFD',
    )
