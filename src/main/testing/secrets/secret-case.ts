/** Longer secrets keep six characters in front and four at the end; shorter ones nothing. */
const FULLY_MASKED_BELOW = 18

/** What a reader may see of a secret. */
export const maskFor = (secret: string): string =>
  secret.length < FULLY_MASKED_BELOW ? '[secret]' : `${secret.slice(0, 6)}…${secret.slice(-4)}`

/** A text with one secret in it, and the same text as it may be shown. */
export type SecretCase = {
  readonly name: string
  /** In the pieces in which it arrives; joined they are the text. */
  readonly chunks: readonly string[]
  /** What must not be readable, as its owner would type it. */
  readonly secret: string
  readonly masked: string
}

/**
 * A case from a text that names its secret once: `«` and `»` stand around what has to be masked. Written so, the text
 * that arrives and the one that may be shown cannot drift apart.
 */
export function marked(name: string, text: string, mask?: string): SecretCase {
  const [before = '', rest = ''] = split(text, '«')
  const [secret = '', after = ''] = split(rest, '»')
  return {
    name,
    chunks: [`${before}${secret}${after}`],
    secret,
    masked: `${before}${mask ?? maskFor(secret)}${after}`,
  }
}

function split(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`No ${mark} in ${text}`)
  return [text.slice(0, at), text.slice(at + 1)]
}
