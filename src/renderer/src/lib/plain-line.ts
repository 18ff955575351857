/** Pairs of Markdown's signs around words. An underscore inside a name, or a lone `>`, is part of what is said. */
const PAIRS: readonly RegExp[] = [
  /`([^`]+)`/g,
  /\*\*(\S(?:.*?\S)?)\*\*/g,
  /(?<![\p{L}\p{N}*])\*(\S(?:.*?\S)?)\*(?![\p{L}\p{N}*])/gu,
  /(?<![\p{L}\p{N}_])_(\S(?:.*?\S)?)_(?![\p{L}\p{N}_])/gu,
]

/** The first line of a text in one plain line, without Markdown's signs of headings, quotes and emphasis. */
export function plainLine(text: string): string {
  const [first = ''] = text.trim().split('\n')
  const line = first.replace(/^(#{1,6}|>|[-*+])\s+/, '')
  return PAIRS.reduce((plain, pair) => plain.replaceAll(pair, '$1'), line).trim()
}
