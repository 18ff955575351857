/** Control and format characters that show nothing; tabs and line ends do show. */
const UNSEEN = /^(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u
const ANY_UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** A text without what nobody sees, and the way back. */
export type Seen = {
  readonly text: string
  /** The place in the original of a place in `text`. */
  readonly originOf: (index: number) => number
}

/** A key that is broken up by what no reader sees is a key all the same. */
export function withoutUnseen(text: string): Seen {
  if (!ANY_UNSEEN.test(text)) return { text, originOf: (index) => index }
  const origins: number[] = []
  let seen = ''
  let at = 0
  for (const letter of text) {
    if (!UNSEEN.test(letter)) {
      seen += letter
      for (let unit = 0; unit < letter.length; unit++) origins.push(at + unit)
    }
    at += letter.length
  }
  return { text: seen, originOf: (index) => origins[index] ?? text.length }
}
