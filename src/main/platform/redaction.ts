import { maskOf } from './redaction/mask.ts'
import { maskSecrets } from './redaction/mask-secrets.ts'
import type { Rule } from './redaction/span.ts'

/** Shorter values are placeholders such as `none` or `ollama`: masking them would mask ordinary words. */
const MIN_SECRET_LENGTH = 8

/** Keeps secrets out of logs, transcripts and error texts: every one that this process holds, and what looks like one. */
export interface Redactor {
  /** From now on this value is masked wherever it stands, as it is and as JSON spells it. */
  add(secret: string): void
  /** The text with every secret masked. Masking twice is masking once. */
  redact(text: string): string
}

export function createRedactor(): Redactor {
  const masks = new Map<string, string>()
  const findKnown: Rule = (text) => [...masks].flatMap(([secret, mask]) => placesOf(secret, text, mask))
  return {
    add(secret) {
      if (secret.length < MIN_SECRET_LENGTH) return
      masks.set(secret, maskOf(secret))
      masks.set(inJson(secret), inJson(maskOf(secret)))
    },
    redact: (text) => maskSecrets(text, findKnown),
  }
}

function placesOf(secret: string, text: string, mask: string): ReturnType<Rule> {
  const places = []
  for (let start = text.indexOf(secret); start >= 0; start = text.indexOf(secret, start + secret.length)) {
    places.push({ start, end: start + secret.length, mask })
  }
  return places
}

/** As it stands between the quotes of a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
