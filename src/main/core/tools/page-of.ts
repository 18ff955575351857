/** A place in a text: the line, counted from 1, and the character in it, counted from 0. */
export type Place = { readonly line: number; readonly character: number }

export type Page = {
  readonly text: string
  /** The last line of which something stands in `text`. */
  readonly lastLine: number
  readonly totalLines: number
  /** Where the next page begins; null at the end. Always further on than `from`. */
  readonly next: Place | null
  /** How long the line is that had to be cut; null when none was. */
  readonly cutLineLength: number | null
}

export type PageLimits = { readonly lines: number; readonly characters: number }

/**
 * The part of `lines` that begins at `from` and fits the limits: whole lines, or, where one line alone is longer than a
 * page, a piece of it. Every character is on exactly one page, and no pair of surrogates is torn.
 * @param from must be inside the text
 */
export function pageOf(lines: readonly string[], from: Place, limits: PageLimits): Page {
  const parts: string[] = []
  let size = 0
  let line = from.line
  const page = (next: Place | null, cutLineLength: number | null): Page => ({
    text: parts.join('\n'),
    lastLine: next === null || next.character === 0 ? line - 1 : line,
    totalLines: lines.length,
    next,
    cutLineLength,
  })
  for (; line <= lines.length && parts.length < limits.lines; line++) {
    const whole = lines[line - 1] ?? ''
    const start = line === from.line ? from.character : 0
    const rest = whole.slice(start)
    if (size + rest.length > limits.characters) {
      if (parts.length > 0) return page({ line, character: 0 }, null)
      const end = wholeCharacters(whole, start + limits.characters)
      parts.push(whole.slice(start, end))
      return page({ line, character: end }, whole.length)
    }
    parts.push(rest)
    size += rest.length + 1
  }
  return page(line <= lines.length ? { line, character: 0 } : null, null)
}

/** Moves a cut in front of a pair of surrogates that it would tear. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff && end < text.length ? end - 1 : end
}
