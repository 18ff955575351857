/**
 * What a person cannot see but a program reads: control characters, bidirectional marks, zero-width and other format
 * characters, variation selectors, line separators, private use, lone surrogates, blank letters and odd spaces. The line feed stays.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u00a0\u115f\u1160\u2000-\u200a\u202f\u205f\u2800\u3164\uffa0\p{Variation_Selector}]/gu

const spelled = (character: string): string => {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/** Spells out every character that could hide or reorder what a person is asked to approve. */
export const visibleText = (text: string): string =>
  text.replace(UNSEEN, (character) => (character === '\n' ? character : spelled(character)))
