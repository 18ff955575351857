/** Shorter values are placeholders such as `none` or `ollama`: masking them would mask ordinary words. */
const MIN_SECRET_LENGTH = 8

/** Longer secrets keep their ends, so that a person can tell which key it was. Source: delegation, "Transcripts". */
const FULLY_MASKED_BELOW = 18

/** Every secret that this process holds, to be kept out of logs, transcripts and error texts. */
export interface Redactor {
  /** From now on this value is masked, as it is and as JSON spells it. */
  add(secret: string): void
  /** The text with every known secret masked. */
  redact(text: string): string
}

export function createRedactor(): Redactor {
  const masks = new Map<string, string>()
  let longestFirst: [secret: string, mask: string][] = []
  return {
    add(secret) {
      if (secret.length < MIN_SECRET_LENGTH) return
      masks.set(secret, maskOf(secret))
      masks.set(inJson(secret), inJson(maskOf(secret)))
      longestFirst = [...masks].sort(([one], [other]) => other.length - one.length)
    },
    redact: (text) =>
      longestFirst.reduce((masked, [secret, mask]) => masked.replaceAll(secret, () => mask), text),
  }
}

const maskOf = (secret: string): string =>
  secret.length < FULLY_MASKED_BELOW ? '[secret]' : `${secret.slice(0, 6)}…${secret.slice(-4)}`

/** As it stands between the quotes of a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
